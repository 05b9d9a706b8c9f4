"""The files of the page about clusters: scripts that a shell reads, a manifest of the form that Kubernetes takes."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pult
from pult.cli import app

yaml = pytest.importorskip("yaml")
FOLDER = Path(__file__).parents[2] / "examples" / "clusters"
VERSIONS = {
    "PersistentVolumeClaim": "v1", "NetworkPolicy": "networking.k8s.io/v1", "Service": "v1", "Deployment": "apps/v1",
    "Job": "batch/v1",
}  # fmt: skip
NAME = re.compile(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?")
"""A DNS label (RFC 1123), as names in Kubernetes are."""


@pytest.fixture(scope="module")
def manifest() -> dict[str, dict[str, Any]]:
    """Objects by kind and name."""
    found = list(yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text(encoding="utf-8")))
    named = {f"{one['kind']}/{one['metadata']['name']}": one for one in found}
    assert len(named) == len(found)
    return named


def pods(manifest: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {name: one["spec"]["template"] for name, one in manifest.items() if "template" in one["spec"]}


def test_the_manifest_has_objects_of_known_kinds_with_valid_names(manifest):
    assert set(manifest) == {
        "PersistentVolumeClaim/pult-results", "NetworkPolicy/pult", "Service/pult-scheduler", "Deployment/pult-scheduler",
        "Deployment/pult-worker", "Job/pult-sweep",
    }  # fmt: skip
    for one in manifest.values():
        assert one["apiVersion"] == VERSIONS[one["kind"]]
        assert NAME.fullmatch(one["metadata"]["name"])
        assert one["metadata"]["labels"] == {"app": "pult"}


def test_pods_are_found_by_their_labels(manifest):
    for name, pod in pods(manifest).items():
        selector = manifest[name]["spec"].get("selector", {}).get("matchLabels", {"app": "pult"})
        assert selector.items() <= pod["metadata"]["labels"].items()
    service = manifest["Service/pult-scheduler"]["spec"]
    assert service["selector"] == pods(manifest)["Deployment/pult-scheduler"]["metadata"]["labels"]
    [port] = service["ports"]
    [container] = pods(manifest)["Deployment/pult-scheduler"]["spec"]["containers"]
    assert {"name": port["targetPort"], "containerPort": port["port"]} in container["ports"]
    policy = manifest["NetworkPolicy/pult"]["spec"]
    assert policy["podSelector"] == policy["ingress"][0]["from"][0]["podSelector"] == {"matchLabels": {"app": "pult"}}


def test_containers_run_an_image_of_this_version_without_being_root_and_within_limits(manifest):
    assert f"pult[cluster]=={pult.__version__}" in (FOLDER / "Dockerfile").read_text(encoding="utf-8")
    for pod in pods(manifest).values():
        assert pod["spec"]["securityContext"]["runAsNonRoot"]
        [container] = pod["spec"]["containers"]
        assert container["image"] == f"pult-cluster:{pult.__version__}"
        assert all(isinstance(word, str) for word in container["command"])
        assert {"cpu", "memory"} == set(container["resources"]["requests"])
        assert "memory" in container["resources"]["limits"]
        volumes = {volume["name"] for volume in pod["spec"].get("volumes", [])}
        assert {mount["name"] for mount in container.get("volumeMounts", [])} == volumes
    claim = pods(manifest)["Job/pult-sweep"]["spec"]["volumes"][0]["persistentVolumeClaim"]["claimName"]
    assert f"PersistentVolumeClaim/{claim}" in manifest


def test_the_commands_of_the_manifest_are_understood(manifest):
    commands = {name: pod["spec"]["containers"][0]["command"] for name, pod in pods(manifest).items()}
    _dask(commands["Deployment/pult-scheduler"])
    _dask(commands["Deployment/pult-worker"])
    assert "tcp://pult-scheduler:8786" in commands["Deployment/pult-worker"]
    program, *words = commands["Job/pult-sweep"]
    assert program == "pult"
    _pult(words)
    assert words[words.index("--cluster") + 1] == "tcp://pult-scheduler:8786"


@pytest.mark.skipif(shutil.which("bash") is None, reason="scripts for bash")
@pytest.mark.parametrize("script", ["slurm.sh", "slurm-array.sh"])
def test_the_scripts_of_slurm_are_read_by_bash_and_their_commands_understood(script):
    subprocess.run(["bash", "-n", FOLDER / script], check=True)
    text = (FOLDER / script).read_text(encoding="utf-8").replace("\\\n", " ")
    assert re.search(r"^#SBATCH --time=\d\d:\d\d:\d\d$", text, re.MULTILINE)
    known = {"$file": "f.json", "$SLURM_CPUS_PER_TASK": "8", "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT": "1/40"}
    for name, value in known.items():
        text = text.replace(f'"{name}"', value)
    for line in text.splitlines():
        if line.startswith("pult "):
            _pult(line.split()[1:])
        if found := re.search(r" dask (.*?)( &)?$", line):
            _dask(["dask", *found[1].split()])


def _pult(words: list[str]) -> None:
    """Have the command line read the words; what would run is a sweep, so help is asked for after them."""
    found = CliRunner().invoke(app, [*words, "--help"])
    assert found.exit_code == 0, found.output
    command, names = words[0], {word for word in words if word.startswith("--")}
    assert command == "sweep"
    listed = CliRunner().invoke(app, ["sweep", "run", "--help"], env={"COLUMNS": "200"}).output
    assert names <= set(re.findall(r"--[a-z-]+", listed))


def _dask(words: list[str]) -> None:
    pytest.importorskip("distributed")
    from distributed.cli.dask_scheduler import main as scheduler
    from distributed.cli.dask_worker import main as worker

    command = {"scheduler": scheduler, "worker": worker}[words[1]]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert words[0] == "dask"
    assert {word for word in words if word.startswith("--")} <= known
