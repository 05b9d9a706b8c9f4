import { useWords } from "@/words";

/** The screen "Review". */
export default function ReviewScreen() {
  const w = useWords();
  return <h1>{w.review.title}</h1>;
}
