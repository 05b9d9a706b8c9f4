/** File names made from what people write: any letters and spaces become letters, digits and "-". */

const LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ";
const SPELLED = "a,b,v,g,d,e,e,zh,z,i,y,k,l,m,n,o,p,r,s,t,u,f,kh,ts,ch,sh,shch,,y,,e,yu,ya,i,yi,ye,g".split(",");
const LONGEST = 48;

function spelled(letter: string): string {
  const found = SPELLED[LETTERS.indexOf(letter.toLowerCase())];
  if (found === undefined || !letter.trim()) return letter;
  return letter === letter.toLowerCase() ? found : found.charAt(0).toUpperCase() + found.slice(1);
}

/** The name of the file for a title, as the server makes it; empty if nothing of it is left. */
export function plainName(title: string): string {
  const ascii = [...title]
    .map(spelled)
    .join("")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
  const trim = (text: string) => text.replace(/^[-_.]+|[-_.]+$/g, "");
  return trim(trim(ascii.replace(/[^A-Za-z0-9_.]+/g, "-")).slice(0, LONGEST));
}
