"""The files of a robot that others have made, by path: which is the robot, and which does a reference mean.

Nothing is read from disk here: a bundle is what was uploaded, or what `pult.importing.folder` has collected.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from pult.core.errors import FaultKind
from pult.robot.model_xml import ModelRefused, parse_model

MAX_FILES = 2000
MAX_TOTAL = 256 * 2**20
"""Largest size of all files together [bytes]."""
MODELS = (".xml", ".mjcf", ".urdf")
SCHEMES = ("package://", "model://", "file://")
"""Prefixes of references: ROS packages, Gazebo models, and files of the author's computer."""
_PART = re.compile(r"[^\x00-\x1f\x7f<>:\"|?*\\/]{1,128}")
_DRIVE = re.compile(r"^[A-Za-z]:/")
_JOINT = re.compile(rb"<joint\b[^>]*(?:type|name|axis|class|range)\s*=")

NOT_RELATIVE = FaultKind("bad-path", "{file!r} is not a relative path inside an upload.")
BAD_LETTERS = FaultKind("bad-path", "{file!r} has characters that file names cannot have.")
ELSEWHERE = FaultKind("bad-path", "The model names {file!r}; only files that came with it are read.")
TOO_MANY_FILES = FaultKind("too-many", "A robot has at most {most|file|files}.")
TWICE = FaultKind("duplicate-name", "Two files of the upload are called {file!r}; keep one.")
TOO_LARGE = FaultKind("too-large", "The files of a robot have at most {most} MiB together.")
EMPTY = FaultKind("missing-value", "There are no files.")
NO_FILE = FaultKind("no-file", "There is no file {file!r} in the upload.")
SEVERAL = FaultKind("several", "Which file is the robot? {files!r}.")
COMPILED = FaultKind("bad-file", "{file!r} is a compiled model, which cannot be checked; import its XML.")
XACRO = FaultKind(
    "xacro",
    "{file!r} is a xacro file, a program that writes a URDF. Run 'xacro {file} > robot.urdf' where ROS is installed, "
    "and import that.",
)
NO_ROBOT = FaultKind("bad-file", "{file!r} is not a robot: an MJCF (.xml) or URDF (.urdf) file is needed.")


def clean_path(path: str) -> str:
    """Normalise a path of a bundle, with '/' between its parts.

    Raises:
        ModelRefused: It is absolute, leads upwards, or is not a valid path.
    """
    text = path.replace("\\", "/")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if text.startswith("/") or ":" in text or ".." in parts or len(text) > 400 or not parts or len(parts) > 16:
        raise ModelRefused(NOT_RELATIVE.at(file=path[:80]))
    if not all(_PART.fullmatch(part) for part in parts):
        raise ModelRefused(BAD_LETTERS.at(file=path[:80]))
    return "/".join(parts)


def check_sizes(sizes: Iterable[tuple[str, int]]) -> list[str]:
    """Check the paths and sizes of the files of a bundle; returns the normalised paths.

    Raises:
        ModelRefused: There are none, too many, too large ones, or two of one name.
    """
    seen: dict[str, str] = {}
    total = 0
    for number, (path, size) in enumerate(sizes):
        if number >= MAX_FILES:
            raise ModelRefused(TOO_MANY_FILES.at(most=MAX_FILES))
        plain = clean_path(path)
        if plain.casefold() in seen:
            raise ModelRefused(TWICE.at(plain, file=plain))
        seen[plain.casefold()] = plain
        total += size
        if total > MAX_TOTAL:
            raise ModelRefused(TOO_LARGE.at(most=MAX_TOTAL >> 20))
    if not seen:
        raise ModelRefused(EMPTY.at())
    return list(seen.values())


@dataclass
class Bundle:
    """The files of a robot by path.

    Attributes:
        files: Content by path.
        found: Path by reference, where somebody has looked for it already.
        used: Names assigned to the files that the model needs, by content and suffix.
        missing: References without a matching file.
    """

    files: dict[str, bytes]
    found: dict[str, str] = field(default_factory=dict)
    used: dict[tuple[str, bytes], str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, files: Mapping[str, bytes]) -> "Bundle":
        """A bundle of these files.

        Raises:
            ModelRefused: There are too many, or two have the same name.
        """
        paths = check_sizes((path, len(data)) for path, data in files.items())
        return cls(dict(zip(paths, files.values(), strict=True)))

    def main(self, wanted: str = "") -> str:
        """Path of the robot's main file.

        Raises:
            ModelRefused: There is none, or there are several and none is named.
        """
        if wanted:
            path = clean_path(wanted)
            if path not in self.files:
                raise ModelRefused(NO_FILE.at(path, file=path))
            if not path.lower().endswith(MODELS):
                raise self._unfit(path)
            return path
        candidates = self.candidates()
        if not candidates:
            if not self.files:
                raise ModelRefused(EMPTY.at())
            raise self._unfit(self._likely())
        if len(candidates) > 1:
            raise ModelRefused(SEVERAL.at(files=candidates[:12]))
        return candidates[0]

    def candidates(self) -> list[str]:
        """Files that could be the robot, the likeliest first: those with drives of their own, then with most joints.

        A file that only sets a scene around a robot that it includes is passed over for that robot.
        """
        models = {path: data for path, data in sorted(self.files.items()) if path.lower().endswith(MODELS)}
        joints = {path: len(_JOINT.findall(data)) for path, data in models.items()}
        robots = [path for path in models if joints[path] or b"<robot" in models[path]]
        included = {name for path in robots for name in _included(models[path])}
        tops = [path for path in robots if posixpath.basename(path) not in included] or robots
        found = tops or [path for path in models if b"<include" in models[path]] or [
            path for path in models if b"<mujoco" in models[path]
        ]  # fmt: skip
        return sorted(
            found,
            key=lambda path: (
                "mjx" in path.rsplit("/", 1)[-1],  # made for a simulator on graphics cards
                b"<actuator" not in models[path],
                -joints[path],
                path.count("/"),
                len(path),
                path,
            ),
        )

    def _likely(self) -> str:
        """The file that somebody may have taken for a robot."""
        return next((path for path in self.files if path.lower().endswith((".xacro", ".mjb"))), next(iter(self.files)))

    def _unfit(self, path: str) -> ModelRefused:
        suffix = posixpath.splitext(path)[1].lower()
        return ModelRefused({".mjb": COMPILED, ".xacro": XACRO}.get(suffix, NO_ROBOT).at(path, file=path))

    @cached_property
    def _known(self) -> dict[str, str]:
        return {path.casefold(): path for path in self.files}

    @cached_property
    def _packages(self) -> dict[str, str]:
        """Folders of ROS packages by name: each has a file package.xml that says it."""
        return {
            name: posixpath.dirname(path)
            for path, data in self.files.items()
            if posixpath.basename(path) == "package.xml" and (name := package_name(data))
        }

    def find(self, reference: str, folders: Iterable[str]) -> str | None:
        """The file of the bundle that a model refers to; never one of this computer.

        Args:
            reference: The path as the model writes it.
            folders: Folders in the bundle that it may start from.

        Raises:
            ModelRefused: It is no path at all, such as an address in the net.
        """
        if reference in self.found:
            return self.found[reference]
        text = reference.strip().replace("\\", "/")
        scheme = next((scheme for scheme in SCHEMES if text.startswith(scheme)), "")
        text = _DRIVE.sub("", text.removeprefix(scheme), count=1)
        if ":" in text or "\0" in text:
            raise ModelRefused(ELSEWHERE.at(file=reference[:80]))
        starts = list(folders)
        package, _, rest = text.lstrip("/").partition("/")
        if scheme and scheme != "file://" and package in self._packages:
            starts.insert(0, self._packages[package])
            text = rest
        if not text.startswith(("/", "~")):
            for folder in starts:
                path = posixpath.normpath(posixpath.join(folder, text)).casefold()
                if path in self._known:
                    return self._known[path]
        parts = [part for part in text.split("/") if part not in ("", ".", "..")]
        for start in range(len(parts)):  # the longest end of the path that one file alone has
            tail = "/".join(parts[start:]).casefold()
            ends = [path for low, path in self._known.items() if low == tail or low.endswith(f"/{tail}")]
            if len(ends) == 1:
                return ends[0]
        return None

    def take(self, path: str, data: bytes) -> str:
        """Assign a unique plain name to content that the model needs; equal content is stored once.

        Args:
            path: Where it is from; its suffix is kept.
            data: The content.
        """
        stem, suffix = posixpath.splitext(posixpath.basename(path))
        key = (suffix.lower(), sha256(data).digest())
        if key not in self.used:
            plain = re.sub(r"[^A-Za-z0-9_-]+", "_", stem)[:40].strip("_-") or "file"
            name, number = f"{plain}{key[0]}", 1
            taken = {used.casefold() for used in self.used.values()}
            while name.casefold() in taken:
                number += 1
                name = f"{plain}_{number}{key[0]}"
            self.used[key] = name
        return self.used[key]


def package_name(data: bytes) -> str:
    """Name that a ROS package gives itself in its package.xml; empty if it does not."""
    try:
        return (parse_model("package.xml", data).findtext("name") or "").strip()
    except ModelRefused:
        return ""


def _included(data: bytes) -> Iterator[str]:
    for found in re.finditer(rb"<include[^>]*?file\s*=\s*[\"']([^\"']*)[\"']", data):
        yield posixpath.basename(found[1].decode("utf-8", "replace").replace("\\", "/"))
