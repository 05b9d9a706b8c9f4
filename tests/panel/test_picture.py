"""Pictures show and do nothing else: what could act or fetch is refused, what merely draws is not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.shipped import shipped
from pult.panel.panel import load_panel
from pult.panel.picture import HAS_DOCTYPE, check_svg
from tests.panel.lab import picture


def problems(inside="", head='viewBox="0 0 100 50"'):
    return [fault.message for fault in check_svg(picture(inside, head).encode())[1]]


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<x:script xmlns:x="http://www.w3.org/2000/svg"/>',
        "<SCRIPT/>",
        "<foreignObject/>",
        '<body xmlns="http://www.w3.org/1999/xhtml"/>',
        '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="#a"/>',
        '<rect onclick="go()"/>',
        '<rect ONLOAD="go()"/>',
        '<a href="javascript:go()"/>',
        '<a xlink:href="https://example.org"/>',
        '<image href="other.png"/>',
        '<image href="//example.org/a.png"/>',
        '<image href="data:image/svg+xml;base64,AAAA"/>',
        '<image href="data:text/html,hi"/>',
        '<use href="other.svg#part"/>',
        '<g xml:base="https://example.org/"><use href="#a"/></g>',
        '<rect fill="url(https://example.org/a.svg#b)"/>',
        "<rect style=\"fill: url( 'a.svg#b' )\"/>",
        '<rect style="fill: u\\72l(a.svg)"/>',
        "<style>@import 'a.css';</style>",
        "<style>rect { fill: URL(a.svg) }</style>",
        "<style>rect { background: image-set('a.png' 1x) }</style>",
        "<style>rect { fill: url(</style><style>a.svg) }</style>",
        '<a><set attributeName="href" to="javascript:go()"/></a>',
        '<a><animate attributeName="xlink:href" values="a;b"/></a>',
        '<set attributeName="onclick" to="go()"/>',
        "<?xml-stylesheet href='a.css'?>",
    ],
)
def test_what_could_act_or_fetch_is_refused(inside):
    (problem,) = problems(inside)
    assert problem.endswith(".")


@pytest.mark.parametrize(
    "inside",
    [
        '<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/>',
        "<rect style=\"fill: url('#a'); stroke: #fff\"/>",
        '<use href="#a"/><use xlink:href="#a"/>',
        '<image href="data:image/png;base64,AAAA"/>',
        '<style>@media (prefers-color-scheme: dark) { rect { fill: url( "#a" ) } }</style>',
        '<title>on</title><text font-family="Golos Text">url is a word, and so is @import</text>',
        "<metadata xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><r:RDF r:about='x'/></metadata>",
        '<animate attributeName="opacity" values="0;1" dur="1s"/>',
    ],
)
def test_what_only_draws_is_allowed(inside):
    assert problems(inside) == []


def test_every_problem_is_told_once():
    assert problems("<script/><script/><rect onclick='a'/><rect onload='b'/>") == [
        "<script> is not allowed in a picture.",
        "<rect> handles the event 'onclick'; pictures do nothing.",
        "<rect> handles the event 'onload'; pictures do nothing.",
    ]


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('viewBox="0 0 340 250"', (340.0, 250.0)),
        ('viewBox="-10,-5, 20 1e1" width="5" height="6"', (20.0, 10.0)),
        ('width="12.5" height="8px"', (12.5, 8.0)),
        ('width="100%" height="8"', None),
        ('viewBox="0 0 0 10"', None),
        ('viewBox="0 0 1 . "', None),
        ('width="inf" height="1e999"', None),
        ("", None),
    ],
)
def test_the_size_is_that_of_the_view_box_or_else_of_the_attributes(head, size):
    found, told = check_svg(picture("", head).encode())
    assert found == size
    assert [fault.message for fault in told] == ([] if size else ['it does not say its size; give <svg> a viewBox="0 0 WIDTH HEIGHT".'])


def test_entities_are_not_read():
    text = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + picture("<text>&a;</text>")
    assert check_svg(text.encode()) == (None, [HAS_DOCTYPE.at()])


@pytest.mark.parametrize(
    "text", [b"", b"<svg", b"\x89PNG", b"<svg/>", b"<html/>", b'<?xml version="1.0" encoding="q"?><a/>']
)
def test_what_is_not_svg_is_refused(text):
    size, told = check_svg(text)
    assert size is None and len(told) == 1


@given(st.binary(max_size=60) | st.text("<>svg/ =\"'&;:#", max_size=60).map(lambda x: picture(x).encode()))
def test_any_bytes_are_a_picture_or_refused(data):
    size, told = check_svg(data)
    assert (size is not None) or told


# --- the shipped pictures -------------------------------------------------------------------------------------


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_outlines_of_shipped_pictures_stand_out_on_light_and_dark_panels():
    for name in shipped("panel"):
        file = load_panel(name).picture
        if file is None:
            continue
        text = file.read_text()
        outlines = set(re.findall(r'stroke="(#[0-9a-f]{6})"', text))
        assert outlines
        for colour in outlines:
            # 3 to 1 is the least contrast of graphics in the web's guidelines; the panel's own colours in both themes
            assert contrast(colour, "#eff5f4") >= 3.0 and contrast(colour, "#223034") >= 3.0
