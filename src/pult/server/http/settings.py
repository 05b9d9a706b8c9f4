"""Settings of a server."""

import ipaddress
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

PROJECT_VARIABLE = "PULT_PROJECT"
"""Environment variable that names the project folder."""
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def default_project() -> Path:
    """The project folder used if none is named."""
    named = os.environ.get(PROJECT_VARIABLE, "")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir("pult", False)) / "project"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of a server, constant while it runs.

    Attributes:
        project: The project folder.
        host: Address it listens on.
        port: Port it listens on.
        exercise: Exercise that the page opens first; empty for none.
        warming: Whether the shipped exercises are compiled in advance.
        page: Folder of the built page.
        token: Secret in the address that is printed; a browser may use it once.
        bearer: Secret that programs of the same user send; they find it in a file that only this user can read.
        cookie: Secret that the browser gets in exchange for the token.
        key: Secret that the page sends with every request that changes something.
        connections: Maximum number of concurrent requests and WebSockets of authenticated clients.
        end_after: Time without an operator after which a session is ended [s].
    """

    project: Path
    host: str = "127.0.0.1"
    port: int = 8600
    exercise: str = ""
    warming: bool = False
    page: Path = Path(__file__).parents[1] / "page"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    bearer: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    key: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    connections: int = 64
    end_after: float = 600.0

    @property
    def hosts(self) -> frozenset[str]:
        """Accepted values of the header Host: this machine's own names with the port, and the given one."""
        names = dict.fromkeys([*LOOPBACK, bracketed(self.host)])
        found = {f"{name}:{self.port}" for name in names if name not in ("0.0.0.0", "[::]")}  # noqa: S104 - compared
        return frozenset(found | {name for name in names if self.port == 80})

    @property
    def origins(self) -> frozenset[str]:
        """Accepted values of the header Origin."""
        return frozenset(f"http://{host}" for host in self.hosts)

    @property
    def address(self) -> str:
        """Address of the page, without the token."""
        shown = "127.0.0.1" if self.host in ("0.0.0.0", "::") else bracketed(self.host)  # noqa: S104 - compared
        return f"http://{shown}:{self.port}/"


def bracketed(host: str) -> str:
    """A host as written in a URL: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host.lower()


def is_loopback(host: str) -> bool:
    """Whether a host is this machine alone."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"
