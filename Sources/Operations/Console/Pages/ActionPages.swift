// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure

/// The preview of an action, or why there is none.
struct ActionPage: Page {
  let action: ConsoleAction
  let effect: [String]
  let details: [FigureTable]
  let refusal: String?
  /// Whether the change can be confirmed.
  var isPossible = true

  let reports: [Address] = []

  var address: Address { action.order.address }
  var chapter: Chapter { action.order.chapter }
  var title: String { isRefused ? "This cannot be done" : action.order.question }

  private var isRefused: Bool { refusal != nil || !isPossible }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1") { html in
      html.mark(isRefused ? .failure : .warning)
      html.text(title)
    }
    if let refusal {
      let parts = refusal.split(separator: "\n", maxSplits: 1).map(String.init)
      html.element("p", parts.first ?? "")
      if parts.count == 2 { html.element("pre", parts[1]) }
      writeText(&html)
      return html.element("p") { $0.link(action.result, "Back") }
    }
    for sentence in effect { html.element("p", sentence) }
    for table in details {
      TableView(table, empty: "Nothing is concerned.", isSortable: false).write(to: &html)
    }
    guard isPossible else {
      writeText(&html)
      return html.element("p") { $0.link(action.result, "Back") }
    }
    html.form(address, [.class("action")]) { html in
      action.writeFields(to: &html)
      html.button(action.order.answer, .class(action.order.isGrave ? "danger" : ""))
      html.link(action.result, "Leave it")
    }
    html.note("The audit log records it.")
    writeText(&html)
  }

  /// Writes the text of a declaration, to be changed and tried once more.
  private func writeText(_ html: inout HTMLWriter) {
    guard action.order == .changeType, let text = action["declaration"] else { return }
    html.section("The declaration", for: .changeType) { html in
      RecordForms.writeDeclaration(
        text,
        of: action["type"],
        on: action["site"],
        knowing: action["known"] ?? "",
        to: &html
      )
    }
  }
}

/// A secret that nobody can look up later.
struct SecretPage: Page {
  let action: ConsoleAction
  let secret: String

  let title = "The new key"
  let reports: [Address] = []

  var address: Address { action.order.address }
  var chapter: Chapter { action.order.chapter }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.element("p") { $0.element("code", secret) }
    html.element("p", "It is shown this once: only its digest is stored.")
    html.element("p") { $0.link(action.result, "Back") }
  }
}

/// The page on which an operator signs in with the token.
package enum SignInPage {
  package static let path = "\(StaticText.folder)enter"
  package static let leavePath = "\(StaticText.folder)leave"

  /// - Parameters:
  ///   - next: the page that is shown then.
  ///   - fault: why the last attempt was refused.
  package static func html(next: Address, fault: String?, version: String) -> [UInt8] {
    var html = HTMLWriter()
    PageFrame.bare("Sign in", version: version, to: &html) { html in
      html.element("h1", "Operators only")
      if let fault {
        html.element("p", [.set(.role, "alert")]) { html in
          html.mark(.failure)
          html.text(fault)
        }
      }
      html.element(
        "form",
        [.set(.method, "post"), .action(Address(asked: path)), .class("action")]
      ) { html in
        html.hidden("next", next.text)
        html.element("label", [.class("wide")]) { html in
          html.element("span", "Your token for this listener")
          html.void(
            "input",
            [
              .set(.type, "password"), .set(.name, "word"), .flag(.required),
              .set(.autocomplete, "current-password"),
            ]
          )
        }
        html.button("Sign in")
      }
      html.note(
        "The session has the role of the token. It ends after eight hours, when you sign out, and when the"
          + " token changes."
      )
    }
    return html.bytes
  }
}
