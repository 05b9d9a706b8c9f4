"""Texts that modules put together of pieces, as they come out whole.

A language often needs the whole: which ending a word has depends on what it stands beside.
"""

from pult.core.wording import N_

COMPOSED = (
    N_("Bits are promised on the same versions and the same kind of processor only, and these differ: {names}"),
    N_("Compiling the scheme took longer than {n} min, which is the most that is allowed; the old one goes on."),
    N_("Each body stands for all bodies that hang on it, too; 'world' for what is fixed to the world itself."),
    N_("Nobody has the panel. Take it before you ask for {word}; without it you can watch, and stop the robot."),
    N_("Somebody else has the panel. Ask them to release it, or take it over."),
    N_("Somebody else has the panel. Take it before you ask for {word}; without it you can watch, and stop the robot."),
    N_("The exercise {name}"),
    N_("The list has {n|signal|signals}; at most {most} are allowed. Watch fewer signals at once."),
    N_("The list of signals is {n} KiB long; at most {most} KiB are allowed. Watch fewer signals at once."),
    N_("The model"),
    N_("The panel {name}"),
    N_("The procedure {name}"),
    N_("The robot {name}"),
    N_("The scheme {name}"),
    N_("The world {name}"),
    N_("a boolean"),
    N_("a matrix {size}"),
    N_("a message is JSON text of {n} KiB at most, a list of signals of {count} KiB."),
    N_("a sample is {what}"),
    N_("a sample is {what} with finite numbers"),
    N_("a scalar"),
    N_("a seed is listed twice."),
    N_("a vector of {n}"),
    N_("above {low}..{high}"),
    N_("array {size}"),
    N_("at the target: {cause}"),
    N_("boolean matrix {size}"),
    N_("boolean scalar"),
    N_("boolean signal"),
    N_("boolean vector of {n}"),
    N_("damaged {when} of the run: {damage}; everything before it is read"),
    N_(
        "elbow: a cylinder of {a} to {b} m cannot turn the joint from {c} to {d} degrees: folded by extended "
        "length is {ratio}, and at least {least} is needed. Take a folded length of {folded} m or more, an "
        "extended one of {extended} m or less, or fold the joint to {angle} degrees or more."
    ),
    N_(
        "elbow: the angle is 0 to 180 degrees and smaller where the cylinder is long, not {a} there and {b} "
        "where it is short."
    ),
    N_("error in stage {stage}"),
    N_("fling-over, elbow down: {cause}"),
    N_("fling-over, elbow up: {cause}"),
    N_("forward, elbow down: {cause}"),
    N_("forward, elbow up: {cause}"),
    N_("found {token}, expected a value: {expected}"),
    N_("halted in stage {stage}"),
    N_("its process was ended by {signal} ({why}), at {place}."),
    N_("its process was ended by {signal} ({why})."),
    N_("limit {limit} in stage {stage}"),
    N_("matrix {size}"),
    N_("number signal"),
    N_(
        "shoulder: a cylinder of {a} to {b} m cannot turn the joint from {c} to {d} degrees: folded by "
        "extended length is {ratio}, and at least {least} is needed. Take a folded length of {folded} m or "
        "more, an extended one of {extended} m or less, or fold the joint to {angle} degrees or more."
    ),
    N_(
        "shoulder: the angle is 0 to 180 degrees and smaller where the cylinder is long, not {a} there and "
        "{b} where it is short."
    ),
    N_("the arm would be {mm} mm outside the operating space."),
    N_("the arm would be {mm} mm under the floor."),
    N_("the arm would go through the platform, by {mm} mm."),
    N_("the column would turn to {angle} degrees, {excess} beyond its stop at {stop}."),
    N_("the elbow would turn to {angle} degrees, {excess} beyond its stop at {stop}."),
    N_("the grab would be {mm} mm outside the operating space."),
    N_("the grab would be {mm} mm under the floor."),
    N_("the grab would go through the platform, by {mm} mm."),
    N_("the held object would be {mm} mm outside the operating space."),
    N_("the held object would be {mm} mm under the floor."),
    N_("the held object would go through the platform, by {mm} mm."),
    N_("the roll would turn to {angle} degrees, {excess} beyond its stop at {stop}."),
    N_("the shoulder would turn to {angle} degrees, {excess} beyond its stop at {stop}."),
    N_("the wrist would turn to {angle} degrees, {excess} beyond its stop at {stop}."),
    N_("time in stage {stage}"),
    N_("vector of {n}"),
    N_("write FIRST:END (END is not included), or a list such as 1,5,20:30."),
    N_("{a} and {b}"),
    N_("{a} or {b}"),
    N_("{names}: position servos. Their stiffness is guessed from the inertia for {guessed}."),
    N_("{names}: position servos. Their stiffness is that of the model's own actuators."),
    N_("{name} has the panel. Take it before you ask for {word}; without it you can watch, and stop the robot."),
    N_("{part} has {count} seeds; from 1 to {most} go."),
    N_("{source}: unknown base {name}. {advice}"),
)
