import { navigate } from "@/shell/router";
import { Select } from "@/ui";
import type { Said } from "@/words";
import { said, useFormat, useLanguage, useWords } from "@/words";
import { useRecords } from "./sources";

/** Chooses between the running session and the records. */
export function SourceChoice({ record }: { record: string }) {
  const w = useWords().plots;
  const format = useFormat();
  const language = useLanguage();
  const records = useRecords();
  const known = records.state === "there" ? records.value : [];
  const options = [
    { value: "", label: w.live },
    ...known.map((entry) => ({
      value: entry.name,
      label: w.recordOf(said(entry.title as Said, language) || entry.name, format.moment(entry.started * 1000)),
      group: w.records,
    })),
  ];
  if (record && !options.some(({ value }) => value === record)) options.push({ value: record, label: record });
  return (
    <div data-testid="plots-source">
      <Select
        label={w.source}
        labelled="hidden"
        value={record}
        options={options}
        onChange={(name) => navigate(name ? `/plots?record=${encodeURIComponent(name)}` : "/plots")}
      />
    </div>
  );
}
