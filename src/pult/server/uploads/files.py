"""Files of an upload: validation of their paths and formats. Nothing is read from disk here."""

import posixpath
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

from pult.core.errors import Fault, FaultKind
from pult.server.http.wire import Refusal
from pult.server.messages import UploadedFile

MAX_FILES = 300
MAX_TOTAL = 40 * 2**20
MAX_MESH = 16 * 2**20
MAX_TRIANGLES = 200_000
MAX_PIXELS = 4096
MODELS = (".xml", ".mjcf", ".urdf")
MESHES = (".stl", ".obj")
_PART = re.compile(r"[^\x00-\x1f\x7f<>:\"|?*\\/]{1,128}")
_PNG = b"\x89PNG\r\n\x1a\n"


NOT_RELATIVE = FaultKind("bad-path", "{file!r} is not a relative path inside an upload.")
BAD_LETTERS = FaultKind("bad-path", "{file!r} has characters that file names cannot have.")
OUTSIDE = FaultKind("bad-path", "The model names {file!r}; only files of the upload are read.")
TOO_MANY_FILES = FaultKind("too-many", "An upload has at most {most|file|files}.")
TWICE = FaultKind("duplicate-name", "Two files of the upload are called {file!r}; keep one.")
TOO_LARGE = FaultKind("too-large", "The upload is larger than {most} MiB.")
EMPTY = FaultKind("missing-value", "The upload has no files.")
NO_FILE = FaultKind("no-file", "The upload has no file {file!r}.")
SEVERAL = FaultKind("several", "Which file is the robot? {files!r}.")
COMPILED = FaultKind("bad-file", "{file!r} is a compiled model, which cannot be checked; import its XML.")
XACRO = FaultKind("bad-file", "{file!r} is a xacro file; make a URDF of it first.")
NO_ROBOT = FaultKind("bad-file", "{file!r} is not a robot: an MJCF (.xml) or URDF (.urdf) file is needed.")
LARGE_MESH = FaultKind("too-large", "The mesh {file!r} is larger than {most} MiB.")
COLLADA = FaultKind("bad-mesh", "The mesh {file!r} is Collada, which is not read. Convert it to STL or OBJ.")
ASCII_STL = FaultKind("bad-mesh", "The mesh {file!r} is an ASCII STL; save it as binary STL.")
DAMAGED_STL = FaultKind("bad-mesh", "The mesh {file!r} is not a binary STL: it is damaged.")
TRIANGLES = FaultKind("bad-mesh", "The mesh {file!r} has {count|triangle|triangles}; 1 to {most} are allowed.")
NO_OBJ = FaultKind("bad-mesh", "The mesh {file!r} is not an OBJ text with vertices.")
FACES = FaultKind("bad-mesh", "The mesh {file!r} has more than {most} faces.")
OTHER_MESH = FaultKind("bad-mesh", "The mesh {file!r} is not STL or OBJ; others are not read.")
NO_PNG = FaultKind("bad-picture", "{file!r} is not a PNG picture; others are not read.")
PIXELS = FaultKind("bad-picture", "{file!r} has {width} x {height} pixels; at most {most} a side are allowed.")


def rejected(fault: Fault) -> Refusal:
    """Refusal of an upload: the page offers remedies by the code and the values of the fault."""
    return Refusal.of(422, fault)


def clean_path(path: str) -> str:
    """Normalise a path of an upload, with '/' between its parts.

    Raises:
        Refusal: It is absolute, leads upwards, or is not a valid path.
    """
    text = path.replace("\\", "/")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if text.startswith("/") or ":" in text or ".." in parts or len(text) > 400 or not parts or len(parts) > 16:
        raise rejected(NOT_RELATIVE.at(file=path[:80]))
    if not all(_PART.fullmatch(part) for part in parts):
        raise rejected(BAD_LETTERS.at(file=path[:80]))
    return "/".join(parts)


@dataclass
class Upload:
    """The files of an upload by path.

    Attributes:
        files: Content by path.
        used: Names assigned to the files that the model needs, by path.
        missing: References without a matching file.
    """

    files: dict[str, bytes]
    used: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, uploaded: Iterable[UploadedFile]) -> "Upload":
        """Read the files of a request.

        Raises:
            Refusal: There are too many, or two have the same name.
        """
        files: dict[str, bytes] = {}
        seen: dict[str, str] = {}
        total = 0
        for number, file in enumerate(uploaded):
            if number >= MAX_FILES:
                raise rejected(TOO_MANY_FILES.at(most=MAX_FILES))
            path = clean_path(file.path)
            if path.casefold() in seen:
                raise rejected(TWICE.at(path, file=path))
            total += len(file.data)
            if total > MAX_TOTAL:
                raise Refusal.of(413, TOO_LARGE.at(most=MAX_TOTAL >> 20))
            seen[path.casefold()] = path
            files[path] = file.data
        if not files:
            raise rejected(EMPTY.at())
        return cls(files)

    def main(self, wanted: str = "") -> str:
        """Path of the robot's main file.

        Raises:
            Refusal: There is none, or there are several and none is named.
        """
        if wanted:
            path = clean_path(wanted)
            if path not in self.files:
                raise rejected(NO_FILE.at(path, file=path))
            if not path.lower().endswith(MODELS):
                raise rejected(_unfit(path))
            return path
        models = [path for path in self.files if path.lower().endswith(MODELS)]
        if not models:
            raise rejected(_unfit(next(iter(self.files))))
        urdf = [path for path in models if path.lower().endswith(".urdf")]
        if len(urdf) == 1:
            return urdf[0]
        whole = [path for path in models if b"<worldbody" in self.files[path] or b"<robot" in self.files[path]]
        includes = b" ".join(self.files[path] for path in models)
        tops = [path for path in whole if posixpath.basename(path).encode() not in includes] or whole or models
        if len(tops) > 1:
            raise rejected(SEVERAL.at(files=sorted(tops)[:12]))
        return tops[0]

    def find(self, reference: str, folders: Iterable[str]) -> str | None:
        """The uploaded file that a model refers to; never one of this computer.

        Args:
            reference: The path as the model writes it.
            folders: Folders in the upload that it may start from.

        Raises:
            Refusal: It is an absolute path.
        """
        text = reference.strip().replace("\\", "/")
        package = text.startswith("package://") or text.startswith("model://")
        if package:
            text = text.split("://", 1)[1]
        if text.startswith(("/", "~")) or ":" in text or "\0" in text:
            raise rejected(OUTSIDE.at(file=reference[:80]))
        known = {path.casefold(): path for path in self.files}
        for folder in folders:
            path = posixpath.normpath(posixpath.join(folder, text)).casefold()
            if path in known:
                return known[path]
        parts = [part for part in text.split("/") if part not in ("", ".", "..")]
        for start in range(len(parts)):  # the longest end of the path that one file alone has
            tail = "/".join(parts[start:]).casefold()
            ends = [path for low, path in known.items() if low == tail or low.endswith(f"/{tail}")]
            if len(ends) == 1:
                return ends[0]
        return None

    def take(self, path: str) -> str:
        """Assign a unique plain name to a file that the model needs."""
        if path not in self.used:
            stem, suffix = posixpath.splitext(posixpath.basename(path))
            plain = re.sub(r"[^A-Za-z0-9_-]+", "_", stem)[:40].strip("_-") or "file"
            name, number = f"{plain}{suffix.lower()}", 1
            while name.casefold() in {used.casefold() for used in self.used.values()}:
                number += 1
                name = f"{plain}_{number}{suffix.lower()}"
            self.used[path] = name
        return self.used[path]


def _unfit(path: str) -> Fault:
    kind = {".mjb": COMPILED, ".xacro": XACRO}.get(posixpath.splitext(path)[1].lower(), NO_ROBOT)
    return kind.at(path, file=path)


def mesh_data(path: str, data: bytes) -> bytes:
    """Validate a mesh; returns the data to store.

    Raises:
        Refusal: It cannot be read safely.
    """
    suffix = posixpath.splitext(path)[1].lower()
    if len(data) > MAX_MESH:
        raise rejected(LARGE_MESH.at(path, file=path, most=MAX_MESH >> 20))
    if suffix == ".dae":
        raise rejected(COLLADA.at(path, file=path))
    if suffix == ".stl":
        count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else 0
        if len(data) < 84 or len(data) != 84 + 50 * count:
            raise rejected((ASCII_STL if data[:5] == b"solid" else DAMAGED_STL).at(path, file=path))
        if not 0 < count <= MAX_TRIANGLES:
            raise rejected(TRIANGLES.at(path, file=path, count=count, most=MAX_TRIANGLES))
        return data
    if suffix == ".obj":
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise rejected(NO_OBJ.at(path, file=path)) from None
        lines = [line for line in text.splitlines() if not line.lstrip().startswith(("mtllib", "usemtl"))]
        if not any(line.startswith("v ") for line in lines) or "\0" in text:
            raise rejected(NO_OBJ.at(path, file=path))
        if sum(line.startswith("f ") for line in lines) > MAX_TRIANGLES:
            raise rejected(FACES.at(path, file=path, most=MAX_TRIANGLES))
        return "\n".join(lines).encode() + b"\n"
    raise rejected(OTHER_MESH.at(path, file=path))


def picture_data(path: str, data: bytes) -> bytes:
    """Validate a texture; returns the data to store.

    Raises:
        Refusal: It is not a PNG, or too large.
    """
    if not path.lower().endswith(".png") or data[:8] != _PNG or data[12:16] != b"IHDR" or len(data) < 33:
        raise rejected(NO_PNG.at(path, file=path))
    width, height = struct.unpack_from(">II", data, 16)
    if not (0 < width <= MAX_PIXELS and 0 < height <= MAX_PIXELS):
        raise rejected(PIXELS.at(path, file=path, width=width, height=height, most=MAX_PIXELS))
    return data
