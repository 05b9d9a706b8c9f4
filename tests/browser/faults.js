// Faults of the layout of the page as it stands: a list of sentences. Called with {contrast, stop}.
({ contrast, stop }) => {
  const faults = [];
  const named = (one) => {
    const words = one.getAttribute("aria-label") || one.textContent.trim().slice(0, 40);
    return `${one.tagName.toLowerCase()} ${one.dataset.testid ?? ""} “${words}”`;
  };
  const seen = (one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1;
  };
  const page = document.documentElement;
  if (page.scrollWidth > window.innerWidth + 1) faults.push(`the page is ${page.scrollWidth} px wide`);

  // words that stand out of their button or tab, or are cut there without dots
  for (const one of document.querySelectorAll("button, [role=tab], [role=radio], nav a")) {
    if (!seen(one) || one.matches("[data-mark]")) continue;
    const box = one.getBoundingClientRect();
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const holder = node.parentElement;
      if (!node.textContent.trim() || !seen(holder) || holder.closest(".only-read, svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      let dots = false;
      for (let at = holder; at && at !== one.parentElement; at = at.parentElement)
        dots ||= getComputedStyle(at).textOverflow === "ellipsis";
      if (!dots && (words.left < box.left - 1 || words.right > box.right + 1))
        faults.push(`cut: “${node.textContent.trim()}” is wider than ${named(one)}`);
    }
  }

  // every control has a name
  const controls = "button, a[href], input:not([type=hidden]), select, textarea, [role=slider], [role=switch], [role=tab]";
  for (const one of document.querySelectorAll(controls)) {
    if (!seen(one)) continue;
    const label = one.labels?.length ? [...one.labels].map((label) => label.textContent).join("") : "";
    const by = (one.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
    const name = [one.getAttribute("aria-label"), one.title, label, ...by, one.textContent].join("").trim();
    if (!name) faults.push(`no name: ${one.outerHTML.slice(0, 120)}`);
  }

  // main parts beside each other do not lie over each other
  const parts = [...document.querySelectorAll("header, main aside, main section, main footer, main [role=region], main nav")]
    .filter((one) => seen(one) && getComputedStyle(one).position !== "absolute" && !one.closest("[role=dialog]"));
  const floats = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { position } = getComputedStyle(at);
      if (position === "absolute" || position === "fixed") return true;
    }
    return false;
  };
  // what can be seen of a part: scrolled away is no overlap
  const clipped = (one) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    for (let at = one.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const box = at.getBoundingClientRect();
      [left, top, right, bottom] = [
        Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom),
      ];
    }
    return { left, top, right, bottom };
  };
  const still = parts.filter((one) => !floats(one));
  for (const [n, one] of still.entries()) {
    for (const other of still.slice(n + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const a = clipped(one);
      const b = clipped(other);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`overlap: ${named(one)} and ${named(other)}`);
    }
  }

  if (stop) {
    const button = document.querySelector("[data-stop], [data-testid=release]");
    const box = button?.getBoundingClientRect();
    if (!box) faults.push("there is no Stop");
    else {
      if (box.left < 0 || box.top < 0 || box.right > window.innerWidth || box.bottom > window.innerHeight)
        faults.push("Stop is not wholly on the page");
      for (const [x, y] of [[0.1, 0.2], [0.5, 0.5], [0.9, 0.8]]) {
        const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        if (!button.contains(top)) faults.push(`Stop is covered by ${top ? named(top) : "nothing"}`);
      }
    }
  }

  if (contrast) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const colours = new Map();
    const rgba = (text) => {
      if (!colours.has(text)) {
        pen.clearRect(0, 0, 1, 1);
        pen.fillStyle = text;
        pen.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
        colours.set(text, [r, g, b, a / 255]);
      }
      return colours.get(text);
    };
    const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
    // the colour behind an element: layers down to the first that lets nothing through; null over a picture
    const behind = (one) => {
      const layers = [];
      for (let at = one; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== "none" || at.querySelector(":scope > img, :scope > canvas")) return null;
        const colour = rgba(style.backgroundColor);
        if (colour[3] > 0) layers.push(colour);
        if (colour[3] > 0.99) break;
        if ((style.position === "absolute" || style.position === "fixed") && colour[3] < 0.7) return null;
      }
      let ground = rgba(getComputedStyle(document.body).backgroundColor).slice(0, 3);
      for (const layer of layers.reverse()) ground = over(layer, ground);
      return ground;
    };
    const light = (colour) => {
      const [r, g, b] = colour.map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const one = node.parentElement;
      if (!one || !node.textContent.trim() || !seen(one) || one.closest("svg, .only-read, [aria-hidden=true], option")) continue;
      // what cannot be used now may be pale
      if (one.closest("[aria-disabled=true], :disabled") || one.closest("label")?.control?.disabled) continue;
      let opacity = 1;
      for (let at = one; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
      const ground = behind(one);
      if (!ground) continue;
      const style = getComputedStyle(one);
      const [r, g, b, a] = rgba(style.color);
      const ink = over([r, g, b, a * opacity], ground);
      const [x, y] = [light(ink), light(ground)].sort((p, q) => q - p);
      const ratio = (x + 0.05) / (y + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5) - 0.05)
        faults.push(`contrast ${ratio.toFixed(2)}: “${node.textContent.trim().slice(0, 40)}” in ${named(one).slice(0, 70)}`);
    }
  }
  return [...new Set(faults)];
}
