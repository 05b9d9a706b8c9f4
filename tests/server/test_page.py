"""Files of the page go out packed to those who can unpack them."""

import gzip
from pathlib import Path

from tests.server.conftest import running_studio


def test_text_is_packed_for_those_who_take_it_and_a_changed_file_is_packed_anew(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><p>studio")
    script = page / "assets" / "main-1.js"
    script.write_text("let a = 1;" * 1000)
    (page / "assets" / "font.woff2").write_bytes(b"wOF2" + bytes(100))
    with running_studio(tmp_path / "p", page=page) as studio:
        with studio.client.stream("GET", "/assets/main-1.js", headers={"Accept-Encoding": "gzip"}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert len(raw) < 200
        assert gzip.decompress(raw).decode() == script.read_text()
        plain = studio.client.get("/assets/main-1.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script.read_text()
        font = studio.client.get("/assets/font.woff2", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in font.headers
        script.write_text("let a = 2;" * 1000)
        assert studio.client.get("/assets/main-1.js").text == script.read_text()
