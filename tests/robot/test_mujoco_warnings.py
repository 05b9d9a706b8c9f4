"""MuJoCo's remarks reach those in whose thread they were made."""

import threading

import mujoco

from pult.robot.mujoco_warnings import remarks


def _diverge(name: str) -> None:
    """A simulation with a position that is no number, about which MuJoCo remarks."""
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco model="{name}"><option><flag autoreset="disable"/></option><worldbody><body><freejoint/>'
        '<geom size="1"/></body></worldbody></mujoco>'
    )
    data = mujoco.MjData(model)
    data.qpos[0] = float("nan")
    mujoco.mj_step(model, data)


def test_a_remark_is_collected_and_the_handler_before_comes_back() -> None:
    heard: list[str] = []
    mujoco.set_mju_user_warning(heard.append)
    try:
        with remarks() as found:
            _diverge("one")
        assert any("Nan" in text or "NaN" in text for text in found)
        assert not heard
        _diverge("two")
        assert heard
    finally:
        mujoco.set_mju_user_warning(None)


def test_threads_that_collect_at_the_same_time_hear_their_own() -> None:
    both = threading.Barrier(2, timeout=20)
    found: dict[str, list[str]] = {}

    def work(name: str, wrong: bool) -> None:
        with remarks() as said:
            both.wait()
            if wrong:
                _diverge(name)
            both.wait()
        found[name] = said

    threads = [threading.Thread(target=work, args=("good", False)), threading.Thread(target=work, args=("bad", True))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert found["bad"] and not found["good"]
    assert mujoco.get_mju_user_warning() is None


def test_an_inner_collector_leaves_the_outer_one_alone() -> None:
    with remarks() as outer:
        with remarks() as inner:
            _diverge("inner")
        assert inner and not outer
        _diverge("outer")
    assert outer
