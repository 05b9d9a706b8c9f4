"""Files of an upload: validation of their paths and formats. Nothing is read from disk here."""

import posixpath
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field

from pult.server.http.wire import Refusal
from pult.server.messages import FaultMessage, UploadedFile

MAX_FILES = 300
MAX_TOTAL = 40 * 2**20
MAX_MESH = 16 * 2**20
MAX_TRIANGLES = 200_000
MAX_PIXELS = 4096
MODELS = (".xml", ".mjcf", ".urdf")
MESHES = (".stl", ".obj")
_PART = re.compile(r"[^\x00-\x1f\x7f<>:\"|?*\\/]{1,128}")
_PNG = b"\x89PNG\r\n\x1a\n"


def rejected(code: str, text: str) -> Refusal:
    """Refusal of an upload; its code is also that of the fault, so that the page can offer a remedy."""
    return Refusal(422, code, text, [FaultMessage(place="", message=text, code=code)])


def clean_path(path: str) -> str:
    """Normalise a path of an upload, with '/' between its parts.

    Raises:
        Refusal: It is absolute, leads upwards, or is not a valid path.
    """
    text = path.replace("\\", "/")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if text.startswith("/") or ":" in text or ".." in parts or len(text) > 400 or not parts or len(parts) > 16:
        raise rejected("bad-path", f"{path[:80]!r} is no relative path inside an upload.")
    if not all(_PART.fullmatch(part) for part in parts):
        raise rejected("bad-path", f"{path[:80]!r} holds signs that file names cannot have.")
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
                raise rejected("too-many", f"An upload has at most {MAX_FILES} files.")
            path = clean_path(file.path)
            if path.casefold() in seen:
                raise rejected("duplicate", f"Two files of the upload are called {path!r}; keep one.")
            total += len(file.data)
            if total > MAX_TOTAL:
                raise Refusal(413, "too-large", f"The upload is larger than {MAX_TOTAL >> 20} MiB.")
            seen[path.casefold()] = path
            files[path] = file.data
        if not files:
            raise rejected("empty", "The upload has no files.")
        return cls(files)

    def main(self, wanted: str = "") -> str:
        """Path of the robot's main file.

        Raises:
            Refusal: There is none, or there are several and none is named.
        """
        if wanted:
            path = clean_path(wanted)
            if path not in self.files:
                raise rejected("not-found", f"The upload has no file {path!r}.")
            if not path.lower().endswith(MODELS):
                raise rejected("bad-type", _unfit(path))
            return path
        models = [path for path in self.files if path.lower().endswith(MODELS)]
        if not models:
            first = next(iter(self.files))
            raise rejected("bad-type", _unfit(first))
        urdf = [path for path in models if path.lower().endswith(".urdf")]
        if len(urdf) == 1:
            return urdf[0]
        whole = [path for path in models if b"<worldbody" in self.files[path] or b"<robot" in self.files[path]]
        includes = b" ".join(self.files[path] for path in models)
        tops = [path for path in whole if posixpath.basename(path).encode() not in includes] or whole or models
        if len(tops) > 1:
            names = ", ".join(repr(path) for path in sorted(tops)[:12])
            raise rejected("several", f"Which file is the robot? {names}.")
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
            raise rejected("bad-path", f"The model names {reference[:80]!r}; only files of the upload are read.")
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


def _unfit(path: str) -> str:
    if path.lower().endswith(".mjb"):
        return f"{path!r} is a compiled model, which cannot be checked; import its XML."
    if path.lower().endswith(".xacro"):
        return f"{path!r} is a xacro file; make a URDF of it first."
    return f"{path!r} is no robot: an MJCF (.xml) or URDF (.urdf) file is needed."


def mesh_data(path: str, data: bytes) -> bytes:
    """Validate a mesh; returns the data to store.

    Raises:
        Refusal: It cannot be read safely.
    """
    suffix = posixpath.splitext(path)[1].lower()
    if len(data) > MAX_MESH:
        raise rejected("too-large", f"The mesh {path!r} is larger than {MAX_MESH >> 20} MiB.")
    if suffix == ".dae":
        raise rejected("bad-mesh", f"The mesh {path!r} is Collada, which is not read. Convert it to STL or OBJ.")
    if suffix == ".stl":
        count = struct.unpack_from("<I", data, 80)[0] if len(data) >= 84 else 0
        if len(data) < 84 or len(data) != 84 + 50 * count:
            text = "It is an ASCII file; save it as binary STL." if data[:5] == b"solid" else "It is damaged."
            raise rejected("bad-mesh", f"The mesh {path!r} is no binary STL. {text}")
        if not 0 < count <= MAX_TRIANGLES:
            raise rejected("bad-mesh", f"The mesh {path!r} has {count} triangles; 1 to {MAX_TRIANGLES} are allowed.")
        return data
    if suffix == ".obj":
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise rejected("bad-mesh", f"The mesh {path!r} is no OBJ text.") from None
        lines = [line for line in text.splitlines() if not line.lstrip().startswith(("mtllib", "usemtl"))]
        if not any(line.startswith("v ") for line in lines) or "\0" in text:
            raise rejected("bad-mesh", f"The mesh {path!r} is no OBJ text with vertices.")
        if sum(line.startswith("f ") for line in lines) > MAX_TRIANGLES:
            raise rejected("bad-mesh", f"The mesh {path!r} has more than {MAX_TRIANGLES} faces.")
        return "\n".join(lines).encode() + b"\n"
    raise rejected("bad-mesh", f"{path!r} is no mesh that is read; STL and OBJ are.")


def picture_data(path: str, data: bytes) -> bytes:
    """Validate a texture; returns the data to store.

    Raises:
        Refusal: It is not a PNG, or too large.
    """
    if not path.lower().endswith(".png") or data[:8] != _PNG or data[12:16] != b"IHDR" or len(data) < 33:
        raise rejected("bad-picture", f"{path!r} is no PNG picture; others are not read.")
    width, height = struct.unpack_from(">II", data, 16)
    if not (0 < width <= MAX_PIXELS and 0 < height <= MAX_PIXELS):
        text = f"{path!r} has {width} x {height} pixels; at most {MAX_PIXELS} a side are allowed."
        raise rejected("bad-picture", text)
    return data
