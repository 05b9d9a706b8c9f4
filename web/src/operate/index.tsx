import { useRoute } from "@/shell/router";
import { useOpening } from "./opening";
import { Picker } from "./Picker";
import { SessionView } from "./SessionView";

function Opened({ name, query, path }: { name: string; query: URLSearchParams; path: string }) {
  const opening = useOpening(name, query);
  return <SessionView name={name} opening={opening} path={path} />;
}

/** The screen "Operate". */
export default function OperateScreen() {
  const { rest, query, path } = useRoute();
  const name = rest[0] ?? "";
  return name || query.get("session") ? <Opened name={name} query={query} path={path} /> : <Picker />;
}
