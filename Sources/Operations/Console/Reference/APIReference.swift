// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

/// The page of an OpenAPI document: every operation, with a form that sends it where scripts run.
package struct APIReference {
  /// The files that the page loads, from the folder that it is in.
  package static let files = [StaticText.style, StaticText.icon, StaticText.trial]

  private let document: DataValue
  private let folder: String

  /// - Parameter folder: the path of the page, below which its files are.
  package init(_ document: DataValue, at folder: String) {
    (self.document, self.folder) = (document, folder)
  }

  package var html: [UInt8] {
    var html = HTMLWriter()
    html.doctype()
    html.element("html", [.set(.lang, "en")]) { html in
      html.element("head", [], head)
      html.element("body") { html in
        html.element("header", [.class("top")]) { html in
          html.element("span", [.class("brand")], title)
        }
        html.element("main", [.set(.id, "main")], main)
        html.element("footer") { html in
          html.element("p") { html in
            html.text("The same for programs: ")
            let mount = folder.split(separator: "/").dropLast().joined(separator: "/")
            html.link(Address(asked: "\(mount)/_openapi.json"), "OpenAPI 3.1")
          }
        }
      }
    }
    html.line()
    return html.bytes
  }

  private var title: String { text(document["info"]?["title"]) }

  private func head(_ html: inout HTMLWriter) {
    html.void("meta", [.set(.charset, "utf-8")])
    html.void(
      "meta",
      [.set(.name, "viewport"), .set(.content, "width=device-width, initial-scale=1")]
    )
    html.void("meta", [.set(.name, "color-scheme"), .set(.content, "light dark")])
    html.element("title", "\(title) · Portico")
    html.void("link", [.set(.rel, "icon"), .href(StaticText.icon.address(in: "\(folder)/"))])
    html.void(
      "link",
      [.set(.rel, "stylesheet"), .href(StaticText.style.address(in: "\(folder)/"))]
    )
    let script = StaticText.trial.address(in: "\(folder)/")
    html.element("script", [.source(script), .flag(.defer)]) { _ in }
  }

  private func main(_ html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p", text(document["info"]?["description"]))
    html.element("form", [.set(.id, "token"), .class("query"), .flag(.hidden)]) { html in
      html.field("Token", "token", "", [.set(.type, "password"), .set(.autocomplete, "off")])
    }
    for group in document["tags"]?.list ?? [] {
      let name = text(group["name"])
      html.section(name) { html in
        for path in document["paths"]?.entries ?? [] {
          for method in path.value.entries where text(method.value["tags"]?.list.first) == name {
            operation(method.value, method.key.uppercased(), path.key, &html)
          }
        }
      }
    }
  }

  private func operation(
    _ operation: DataValue,
    _ method: String,
    _ path: String,
    _ html: inout HTMLWriter
  ) {
    html.element("details") { html in
      html.element("summary") { html in
        html.element("code", "\(method) \(path)")
        html.text(" \(text(operation["summary"]))")
      }
      if let detail = operation["description"] { html.element("p", text(detail)) }
      let parameters = operation["parameters"]?.list ?? []
      if !parameters.isEmpty { table(of: parameters, &html) }
      let bodies = operation["requestBody"]?["content"]?.entries ?? []
      for body in bodies {
        html.element("p") { html in
          html.text("Body as ")
          html.element("code", body.key)
        }
        html.element("pre", json(resolved(body.value["schema"])))
      }
      answers(of: operation, &html)
      trial(of: parameters, bodies.first, method, path, &html)
    }
  }

  private func table(of parameters: [DataValue], _ html: inout HTMLWriter) {
    rows(["Parameter", "In", "Meaning", "Schema"], &html) { html in
      for parameter in parameters {
        let isRequired = parameter["required"] == .boolean(true)
        row(
          [
            text(parameter["name"]) + (isRequired ? " *" : ""), text(parameter["in"]),
            text(parameter["description"]), json(parameter["schema"]),
          ],
          &html
        )
      }
    }
  }

  private func answers(of operation: DataValue, _ html: inout HTMLWriter) {
    rows(["Status", "Answer", "Media types"], &html) { html in
      for answer in operation["responses"]?.entries ?? [] {
        let value = resolved(answer.value)
        let types = (value?["content"]?.entries ?? []).map(\.key).joined(separator: ", ")
        row([answer.key, text(value?["description"]), types], &html)
      }
    }
  }

  private func rows(
    _ names: [String],
    _ html: inout HTMLWriter,
    _ content: (inout HTMLWriter) -> Void
  ) {
    html.element("div", [.class("scroll")]) { html in
      html.element("table") { html in
        html.element("thead") { html in
          html.element("tr") { html in
            for name in names { html.element("th", [.set(.scope, "col")], name) }
          }
        }
        html.element("tbody", [], content)
      }
    }
  }

  private func row(_ cells: [String], _ html: inout HTMLWriter) {
    html.element("tr") { html in for cell in cells { html.element("td", cell) } }
  }

  /// The form that sends a request; the script shows it, since the form does nothing without the
  /// script.
  private func trial(
    of parameters: [DataValue],
    _ body: DataDictionary.Member?,
    _ method: String,
    _ path: String,
    _ html: inout HTMLWriter
  ) {
    let attributes: [HTMLWriter.Attribute] = [
      .class("action"), .flag(.hidden), .set(.dataMethod, method), .set(.dataPath, path),
    ]
    html.element("form", attributes) { html in
      for parameter in parameters {
        let name = text(parameter["name"])
        html.field(name, name, "", [.set(.dataPlace, text(parameter["in"]))])
      }
      if let body {
        html.element("label", [.class("wide")]) { html in
          html.element("span", "Body")
          html.element(
            "textarea",
            [.set(.name, "body"), .set(.rows, "6"), .set(.cols, "60"), .set(.dataPlace, body.key)],
            body.value["example"].map(json) ?? ""
          )
        }
      }
      html.button("Send")
    }
  }

  /// The value to which a reference within the document leads, or the value itself.
  private func resolved(_ value: DataValue?) -> DataValue? {
    guard let reference = value?["$ref"].map(text), reference.hasPrefix("#/") else { return value }
    return reference.dropFirst(2).split(separator: "/").reduce(document) { found, key in
      found?[String(key)]
    }
  }

  private func text(_ value: DataValue?) -> String {
    if case .string(let text)? = value?.content { text } else { "" }
  }

  private func json(_ value: DataValue?) -> String {
    value.map { SchemaText(SchemaNode($0)).text } ?? ""
  }
}

extension DataValue {
  fileprivate var list: [DataValue] { if case .array(let all) = content { all } else { [] } }

  fileprivate var entries: [DataDictionary.Member] {
    if case .dictionary(let dictionary) = content { dictionary.members } else { [] }
  }
}
