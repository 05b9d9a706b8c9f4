import css from "./Sheet.module.css";

/** Documentation of a block: paragraphs, lists and words in code; everything is text. */
export function Docs({ text }: { text: string }) {
  const parts = text.split(/\n{2,}/);
  return (
    <div className={css.text} data-testid="docs">
      {parts.map((part, index) => {
        const lines = part.split("\n");
        const key = `${index} ${part.slice(0, 20)}`;
        if (lines.every((line) => /^\s*[-*] /.test(line))) {
          return (
            <ul key={key}>
              {lines.map((line) => (
                <li key={line}>{inline(line.replace(/^\s*[-*] /, ""))}</li>
              ))}
            </ul>
          );
        }
        return <p key={key}>{inline(part.replace(/^#+\s*/, "").replace(/\s*\n\s*/g, " "))}</p>;
      })}
    </div>
  );
}

/** Words between backquotes stand in code. */
function inline(text: string) {
  return text.split(/(`+[^`]+`+)/).map((piece, index) => {
    const code = /^`+([^`]+)`+$/.exec(piece)?.[1];
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text never change places
    return code ? <code key={index}>{code}</code> : piece.replace(/\*\*/g, "");
  });
}
