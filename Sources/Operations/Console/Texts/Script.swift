// SPDX-License-Identifier: Apache-2.0

/// The script of the console. Everything works without it, but pages then refresh less often.
enum Script {
  static let text = """
    "use strict";
    (() => {
      const seconds = Number(document.body.dataset.live ?? 0);
      const pause = document.getElementById("pause");
      let isPaused = false;
      // A refresh must not discard what is typed, selected or unfolded.
      const isBusy = () => {
        const main = document.getElementById("main");
        const active = document.activeElement;
        const selection = getSelection();
        return isPaused || document.hidden || (selection && !selection.isCollapsed)
          || (active && main.contains(active) && active.matches("input, select, textarea, button"))
          || main.querySelector("details[open]");
      };
      // The identity of what has the focus: its id, or what its row or it itself is about. A place in the page is
      // none, since rows change their order.
      const focusable = "a, summary, [tabindex]";
      const identity = element => {
        if (element.id) return element.id;
        const cell = element.closest("td, th"), row = cell?.closest("tr");
        const region = element.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
        return row
          ? [region, row.querySelector("a")?.getAttribute("href") ?? row.textContent, cell.cellIndex].join()
          : [region, element.tagName, element.textContent].join();
      };
      const same = (part, name) => [...part.querySelectorAll(focusable)].filter(one => identity(one) === name);
      const read = async () => {
        if (isBusy()) return;
        const response = await fetch(location.href, { headers: { Accept: "text/html" } });
        if (!response.ok || response.redirected || isBusy()) return;
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        for (const part of ["main", "footer time"]) {
          const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
          if (!old || !fresh) continue;
          const active = old.contains(document.activeElement) ? document.activeElement : null;
          const name = active && identity(active);
          const number = active ? same(old, name).indexOf(active) : -1;
          old.replaceWith(document.adoptNode(fresh));
          if (active) same(fresh, name)[number]?.focus({ preventScroll: true });
        }
      };
      if (seconds > 0) {
        pause.hidden = false;
        pause.addEventListener("click", () => {
          isPaused = !isPaused;
          pause.textContent = isPaused ? "Go on" : "Pause";
        });
        let isReading = false;
        setInterval(async () => {
          if (isReading) return;
          isReading = true;
          try { await read(); } catch { document.body.classList.add("stale"); }
          isReading = false;
        }, seconds * 1000);
      }
      // Dragging from one bar of the log to another shows the events of all between.
      let first = null;
      document.addEventListener("pointerdown", event => { first = event.target.closest(".bars a"); });
      document.addEventListener("dragstart", event => { if (first) event.preventDefault(); });
      document.addEventListener("pointerup", event => {
        const last = event.target.closest(".bars a");
        if (first && last && first.dataset.from !== last.dataset.from) {
          const [begin, end] = first.dataset.from < last.dataset.from ? [first, last] : [last, first];
          const url = new URL(begin.getAttribute("href"), location.href);
          const span = `time < ${end.dataset.to}`;
          url.searchParams.set("q", url.searchParams.get("q").replace(`time < ${begin.dataset.to}`, span));
          location.assign(url);
        }
        first = null;
      });
      document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
    })();
    """

  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0072b2" d="M16 3 3 10v3h26v-3z"/>\
    <path fill="#0072b2" d="M6 15h4v9H6zm8 0h4v9h-4zm8 0h4v9h-4zM3 26h26v3H3z"/></svg>
    """
}
