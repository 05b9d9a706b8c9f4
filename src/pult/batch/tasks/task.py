"""Common data of all runs of a sweep: it is sent to workers and makes their runners there."""

from pult.batch.tasks.attempts import AttemptTask
from pult.batch.tasks.free_task import FreeTask
from pult.batch.tasks.function_task import FunctionTask

Task = AttemptTask | FreeTask | FunctionTask
