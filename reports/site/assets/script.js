"use strict";
// What is behind each cell comes with the script of the page, in the order of the page.
const behind = new Map();
document.querySelectorAll("table.cells tbody td").forEach((td, i) => {
  const [address, mean, why, more] = cells[i];
  behind.set(td, { address, mean, why, more });
});

// Columns sort by our numbers, row labels by their text; cells without a number come last either way.
for (const table of document.querySelectorAll("table.cells")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const headings = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  headings.forEach((heading, column) => {
    const sort = document.createElement("button");
    sort.type = "button";
    sort.className = "sort";
    sort.append(...heading.childNodes);
    heading.append(sort);
    heading.setAttribute("aria-sort", "none");
    sort.addEventListener("click", () => {
      const next = { none: "ascending", ascending: "descending", descending: "none" }[heading.getAttribute("aria-sort")];
      headings.forEach((h) => h.setAttribute("aria-sort", "none"));
      heading.setAttribute("aria-sort", next);
      const sign = next === "descending" ? -1 : 1;
      const rows = [...original];
      if (next !== "none") {
        rows.sort((a, b) => {
          if (column === 0) {
            return sign * a.cells[0].textContent.localeCompare(b.cells[0].textContent, "en", { numeric: true });
          }
          const x = behind.get(a.cells[column]).mean, y = behind.get(b.cells[column]).mean;
          if (x === null || y === null) {
            return (x === null) - (y === null);
          }
          return sign * (x - y);
        });
      }
      body.append(...rows);
    });
  });
}

// The details of a cell show on hover, on focus and on a tap; Escape hides them.
const tip = document.getElementById("tip");
const profile = document.getElementById("cells")?.dataset.profile;
let shown = null;
function show(button) {
  hide();
  shown = button;
  const { address, why, more } = behind.get(button.closest("td"));
  const lines = [button.getAttribute("aria-label"), why, more].filter((line) => line !== "").map((line) => [line, "p"]);
  lines.push([address, "code"], [`nmfrepro explain ${address} --profile ${profile} --cached`, "code"]);
  tip.replaceChildren(...lines.map(([line, element]) => {
    const p = document.createElement("p");
    p.append(element === "p" ? line : Object.assign(document.createElement(element), { textContent: line }));
    return p;
  }));
  tip.hidden = false;
  button.setAttribute("aria-expanded", "true");
  button.setAttribute("aria-describedby", "tip");
  const at = button.getBoundingClientRect(), size = tip.getBoundingClientRect(), room = document.documentElement;
  const left = Math.max(4, Math.min(at.left, room.clientWidth - size.width - 4));
  const below = at.bottom + 4 + size.height <= room.clientHeight || at.top < size.height + 4;
  tip.style.left = left + window.scrollX + "px";
  tip.style.top = (below ? at.bottom + 4 : at.top - size.height - 4) + window.scrollY + "px";
}
function hide() {
  if (shown) {
    shown.setAttribute("aria-expanded", "false");
    shown.removeAttribute("aria-describedby");
  }
  shown = null;
  tip.hidden = true;
}
for (const button of document.querySelectorAll("table.cells td button")) {
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("mouseenter", () => show(button));
  button.addEventListener("focus", () => show(button));
  button.addEventListener("click", () => show(button));
  button.addEventListener("blur", hide);
  button.addEventListener("mouseleave", (e) => {
    if (!tip.contains(e.relatedTarget) && document.activeElement !== button) {
      hide();
    }
  });
}
tip.addEventListener("mouseleave", hide);
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape") {
    hide();
  }
});

// Verdict, method and data set are filters: rows and columns without a cell that is asked for go, other cells beside one are dim.
const filter = document.getElementById("filter");
function asked(td) {
  const { address } = behind.get(td), verdict = filter.querySelector("[aria-pressed=true]")?.dataset.verdict;
  return (!verdict || td.classList.contains(verdict)) && ["method", "dataset"].every((key) => {
    const want = filter.elements[key]?.value;
    return !want || new RegExp(`[:,]${key}=${want.replace(/[^a-z0-9]/gi, "\\$&")}(,|$)`).test(address);
  });
}
function narrow() {
  const all = [...document.querySelectorAll("table.cells tbody td")];
  const on = filter.querySelector("[aria-pressed=true]") !== null || [...filter.querySelectorAll("select")].some((s) => s.value !== "");
  let left = 0;
  document.body.classList.toggle("only", on);
  for (const td of all) {
    const there = !on || asked(td);
    td.classList.toggle("dim", !there);
    left += there;
  }
  for (const table of document.querySelectorAll("table.cells")) {
    const rows = [...table.tBodies[0].rows], heads = [...table.tHead.rows];
    rows.forEach((row) => { row.hidden = [...row.cells].slice(1).every((c) => c.classList.contains("dim")); });
    const gone = [...heads[heads.length - 1].cells].map((_, j) => j > 0 && rows.every((row) => row.cells[j].classList.contains("dim")));
    for (const row of [heads[heads.length - 1], ...rows]) {
      [...row.cells].forEach((c, j) => { c.hidden = gone[j]; });
    }
    if (heads.length > 1) {
      let at = 0;
      for (const group of heads[0].cells) {
        group.dataset.span ??= group.colSpan;
        const end = at + Number(group.dataset.span), shown = gone.slice(at, end).filter((g) => !g).length;
        group.hidden = shown === 0;
        group.colSpan = Math.max(shown, 1);
        at = end;
      }
    }
    table.closest(".scroll").hidden = gone.slice(1).every((g) => g);
  }
  document.getElementById("left").textContent = on ? `${left} of ${all.length} cells` : "";
}
filter?.addEventListener("change", narrow);
filter?.addEventListener("submit", (e) => e.preventDefault());
for (const button of document.querySelectorAll("[data-verdict]")) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    document.querySelectorAll("[data-verdict]").forEach((b) => b.setAttribute("aria-pressed", "false"));
    button.setAttribute("aria-pressed", String(on));
    narrow();
  });
}

// What is searched for leaves the cards that have all its words.
document.getElementById("search")?.addEventListener("input", (e) => {
  const words = e.target.value.toLowerCase().split(/\s+/);
  let n = 0;
  for (const card of document.querySelectorAll(".card")) {
    card.hidden = !words.every((w) => card.textContent.toLowerCase().includes(w));
    document.querySelector(`.index a[href="#${card.id}"]`).hidden = card.hidden;
    n += !card.hidden;
  }
  document.getElementById("found").textContent = `${n} found`;
});
