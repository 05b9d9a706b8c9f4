"""The page that leads the user's browser into the studio."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from pult.cli.browser import NAME, redirect
from tests.browser.conftest import end_studio, start_studio


def test_a_private_page_leads_a_real_browser_into_the_studio(chrome: Browser, tmp_path: Path) -> None:
    studio = start_studio(tmp_path / "project")
    page_file = tmp_path / NAME
    page_file.write_text(redirect(studio.ticket))
    context = chrome.new_context(locale="en-GB")
    try:
        page = context.new_page()
        page.goto(page_file.as_uri(), wait_until="commit")
        page.wait_for_url(re.compile(re.escape(studio.address)), timeout=60_000)
        expect(page.get_by_role("main")).to_be_visible(timeout=60_000)
        assert "token" not in page.url
        [cookie] = context.cookies()
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
        page.reload()
        expect(page.get_by_role("main")).to_be_visible(timeout=60_000)
    finally:
        context.close()
        end_studio(studio)
