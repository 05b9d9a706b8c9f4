import { useRoute } from "@/app/router";
import { OpenScheme } from "./OpenScheme";
import { SchemeList } from "./SchemeList";

/** The screen "Design": all schemes, or one of them in the editor. */
export default function DesignScreen() {
  const { rest, query } = useRoute();
  const [name] = rest;
  if (!name) return <SchemeList />;
  return (
    <OpenScheme
      key={name}
      name={name}
      exercise={query.get("exercise") ?? ""}
      variant={query.get("variant") ?? ""}
      world={query.get("world") ?? ""}
    />
  );
}
