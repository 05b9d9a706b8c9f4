const plural = new Intl.PluralRules("ru");

/** A number with its noun: 1 блок, 2 блока, 5 блоков. */
export function counted(count: number, one: string, few: string, many: string): string {
  const form = plural.select(count);
  return `${count} ${form === "one" ? one : form === "few" ? few : many}`;
}
