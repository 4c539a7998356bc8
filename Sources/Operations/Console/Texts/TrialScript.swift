// SPDX-License-Identifier: Apache-2.0

/// The script of an API's page. Without it the page is a plain reference.
enum TrialScript {
  static let text = """
    "use strict";
    (() => {
      const token = document.getElementById("token");
      token.hidden = false;
      token.addEventListener("submit", event => event.preventDefault());
      const send = async (form, output) => {
        let path = form.dataset.path;
        const query = new URLSearchParams();
        const headers = {};
        let body;
        if (token.elements.token.value) headers.Authorization = "Bearer " + token.elements.token.value;
        for (const field of form.querySelectorAll("[data-place]")) {
          if (field.value === "") continue;
          switch (field.dataset.place) {
          case "path": path = path.replace(`{${field.name}}`, encodeURIComponent(field.value)); break;
          case "query": query.set(field.name, field.value); break;
          case "header": headers[field.name] = field.value; break;
          default: body = field.value; headers["Content-Type"] = field.dataset.place;
          }
        }
        const target = path + (query.size ? "?" + query : "");
        const answer = await fetch(target, { method: form.dataset.method, headers, body, cache: "no-store" });
        const text = await answer.text();
        const isJSON = text && /[/+]json\\b/.test(answer.headers.get("content-type") ?? "");
        const shown = isJSON ? JSON.stringify(JSON.parse(text), null, 2) : text;
        output.textContent = `${answer.status} ${answer.statusText}\\n\\n${shown}`;
      };
      for (const form of document.querySelectorAll("form[data-path]")) {
        form.hidden = false;
        const output = document.createElement("pre");
        output.setAttribute("role", "status");
        output.hidden = true;
        form.after(output);
        form.addEventListener("submit", async event => {
          event.preventDefault();
          output.hidden = false;
          output.textContent = "…";
          try { await send(form, output); } catch (error) { output.textContent = String(error); }
        });
      }
    })();
    """
}
