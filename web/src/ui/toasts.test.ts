import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dismissToast, leaveErrors, shownToasts, showToast, useToasts } from "./toasts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const toast of useToasts.getState().list) dismissToast(toast.id);
  vi.useRealTimers();
});
const titles = () => shownToasts(useToasts.getState().list).map((toast) => toast.title);

describe("messages", () => {
  it("of news leave after five seconds, errors and cautions stay", () => {
    showToast({ kind: "info", title: "Saved" });
    showToast({ kind: "error", title: "Refused" });
    vi.advanceTimersByTime(4900);
    expect(titles()).toEqual(["Saved", "Refused"]);
    vi.advanceTimersByTime(200);
    expect(titles()).toEqual(["Refused"]);
  });

  it("are at most two, and news never hides an error", () => {
    showToast({ kind: "error", title: "Refused" });
    showToast({ kind: "info", title: "One" });
    showToast({ kind: "info", title: "Two" });
    expect(titles()).toEqual(["Two", "Refused"]);
  });

  it("of the same name replace each other", () => {
    showToast({ id: "limit", kind: "caution", title: "6 from the limit" });
    showToast({ id: "limit", kind: "caution", title: "5 from the limit" });
    expect(titles()).toEqual(["5 from the limit"]);
    dismissToast("limit");
    expect(titles()).toEqual([]);
  });
});

it("errors stay behind where they arose, cautions and news come along", () => {
  useToasts.setState({ list: [] });
  showToast({ kind: "error", title: "not started" });
  showToast({ kind: "caution", title: "near a limit" });
  leaveErrors();
  expect(useToasts.getState().list.map(({ title }) => title)).toEqual(["near a limit"]);
});
