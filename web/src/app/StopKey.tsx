import { OctagonX } from "lucide-react";
import { useEffect, useMemo } from "react";
import { ask, useLive } from "@/link/live";
import { Button } from "@/ui";
import { useWords } from "@/words";
import { type KeyScope, useKeys } from "./keys";
import { useRoute } from "./router";
import { useTopBarItem } from "./topbar";

const scope: KeyScope = {
  title: "",
  list: [
    {
      action: "stop",
      when: () => useLive.getState().session?.state === "running",
      run: () => void ask({ do: "stop" }),
    },
  ],
};

/**
 * While a robot runs, Space stops it on every screen, and screens without a Stop of their own show one in the top bar.
 * Keys of screens that have more to do at a stop come first.
 */
export default function StopKey() {
  const w = useWords();
  const running = useLive((live) => live.session?.state === "running");
  const { screen } = useRoute();
  const shown = running && screen !== "operate" && screen !== "design";
  const button = useMemo(
    () =>
      shown ? (
        <Button variant="danger" size="s" icon={OctagonX} onClick={() => void ask({ do: "stop" })} data-stop="">
          {w.common.stop}
        </Button>
      ) : null,
    [shown, w],
  );
  useTopBarItem("stop", button, -10);
  useEffect(() => {
    useKeys.setState(({ scopes }) => ({ scopes: [scope, ...scopes] }));
    return () => useKeys.setState(({ scopes }) => ({ scopes: scopes.filter((other) => other !== scope) }));
  }, []);
  return null;
}
