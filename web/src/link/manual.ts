import { useEffect, useState } from "react";
import type { ManualPage } from "@/model/help/manual";
import { saidBy } from "@/words";

/** The manual comes with the page: its contents at once, its text when somebody reads or searches it. */
const asked = new Map<string, Promise<unknown>>();

function fetched<T>(name: string): Promise<T> {
  let answer = asked.get(name);
  if (!answer) {
    answer = fetch(`/manual/${name}.json`).then((found) => {
      if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
      return found.json();
    });
    answer.catch(() => asked.delete(name));
    asked.set(name, answer);
  }
  return answer as Promise<T>;
}

/** Titles and headings of all pages. */
export const manualContents = (): Promise<ManualPage[]> => fetched<ManualPage[]>("contents");

/** Markdown of all pages by name. */
export const manualPages = (): Promise<Record<string, string>> => fetched<Record<string, string>>("pages");

export interface Manual {
  contents: readonly ManualPage[];
  pages: Readonly<Record<string, string>>;
}

/** The whole manual; null until it is there. */
export function useManual(): { manual: Manual | null; error: string } {
  const [manual, setManual] = useState<Manual | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let wanted = true;
    Promise.all([manualContents(), manualPages()]).then(
      ([contents, pages]) => wanted && setManual({ contents, pages }),
      (problem: unknown) => wanted && setError(saidBy(problem)),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return { manual, error };
}
