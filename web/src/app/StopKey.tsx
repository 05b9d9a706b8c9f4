import { useEffect } from "react";
import { ask, useLive } from "@/link/live";
import { type KeyScope, useKeys } from "./keys";

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

/** Space stops on every screen while a robot runs; those of screens that have more to do at a stop come first. */
export default function StopKey() {
  useEffect(() => {
    useKeys.setState(({ scopes }) => ({ scopes: [scope, ...scopes] }));
    return () => useKeys.setState(({ scopes }) => ({ scopes: scopes.filter((other) => other !== scope) }));
  }, []);
  return null;
}
