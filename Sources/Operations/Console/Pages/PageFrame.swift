// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure

/// The frame of every page: head, menu and foot.
struct PageFrame {
  private let page: any Page
  private let address: Address

  init(_ page: any Page, at address: Address) { (self.page, self.address) = (page, address) }

  func html(_ inspection: Inspection) -> [UInt8] {
    var html = HTMLWriter(inspection, at: address)
    html.doctype()
    html.element("html", [.set(.lang, "en")]) { html in
      html.element("head") { html in
        PageFrame.head(page.title, &html)
        guard page.liveSeconds != nil else { return }
        html.element("noscript") { html in
          html.void("meta", [.set(.httpEquiv, "refresh"), .set(.content, "10")])
        }
      }
      html.element("body", [.set(.dataLive, page.liveSeconds.map { "\($0)" } ?? "")]) { html in
        html.element("a", [.class("skip"), .anchor("main")], "Skip the menu")
        html.element("header", [.class("top")]) { top(inspection, &$0) }
        if let nodes = inspection.nodes, !nodes.others.isEmpty {
          choice(of: nodes, inspection.node, &html)
        }
        html.element("main", [.set(.id, "main")]) { page.write(inspection, to: &$0) }
        html.element("footer") { foot(inspection, &$0) }
      }
    }
    html.line()
    return html.bytes
  }

  private static func head(_ title: String, _ html: inout HTMLWriter) {
    html.void("meta", [.set(.charset, "utf-8")])
    html.void(
      "meta",
      [.set(.name, "viewport"), .set(.content, "width=device-width, initial-scale=1")]
    )
    html.void("meta", [.set(.name, "color-scheme"), .set(.content, "light dark")])
    html.element("title", "\(title) · Portico")
    html.void("link", [.set(.rel, "icon"), .href(StaticText.icon.address)])
    html.void("link", [.set(.rel, "stylesheet"), .href(StaticText.style.address)])
    html.element("script", [.source(StaticText.script.address), .flag(.defer)]) { _ in }
  }

  /// A page without a menu, for a browser that is not signed in.
  static func bare(
    _ title: String,
    version: String,
    to html: inout HTMLWriter,
    _ content: (inout HTMLWriter) -> Void
  ) {
    html.doctype()
    html.element("html", [.set(.lang, "en")]) { html in
      html.element("head") { head(title, &$0) }
      html.element("body") { html in
        html.element("header", [.class("top")]) { $0.element("span", [.class("brand")], "Portico") }
        html.element("main", [.set(.id, "main")], content)
        html.element("footer") { $0.element("p", "Portico \(version)") }
      }
    }
    html.line()
  }

  private func top(_ inspection: Inspection, _ html: inout HTMLWriter) {
    html.element("a", [.class("brand"), .href(Address(.now))], "Portico")
    html.element("nav", [.set(.aria, "Pages")]) { html in
      html.element("ul") { html in
        for chapter in Chapter.allCases {
          html.element("li") { html in
            let current: [HTMLWriter.Attribute] =
              chapter == page.chapter ? [.set(.ariaCurrent, "page")] : []
            html.element("a", [.href(chapter.address)] + current, chapter.rawValue)
          }
        }
      }
    }
    if let name = inspection.reader.name { html.element("span", [.class("who")], name) }
    if inspection.reader.hasSession {
      html.form(Address(asked: SignInPage.leavePath)) { $0.button("Sign out", .class("quiet")) }
    }
  }

  /// Links to the same page of each node.
  private func choice(of nodes: Inspection.Nodes, _ shown: String?, _ html: inout HTMLWriter) {
    html.element("nav", [.set(.aria, "Nodes"), .class("nodes")]) { html in
      html.element("ul") { html in
        for name in [FigureTable.allNodes] + ([nodes.own] + nodes.others).sorted() {
          let isShown = name == shown ?? nodes.own
          html.element("li") { html in
            html.link(
              address.with(Address.node, name),
              name == FigureTable.allNodes ? "all" : name,
              isShown ? [.set(.ariaCurrent, "page")] : []
            )
          }
        }
      }
    }
  }

  private func foot(_ inspection: Inspection, _ html: inout HTMLWriter) {
    html.element("p") { html in
      html.text("Portico \(inspection.version) · read ")
      html.time(inspection.now)
      if page.liveSeconds != nil {
        html.element(
          "button",
          [.set(.type, "button"), .set(.id, "pause"), .flag(.hidden)],
          "Pause"
        )
      }
    }
    html.element("p") { html in
      html.text("The same as a table: ")
      html.element(
        "code",
        "curl -H 'Accept: text/plain' 'ADDRESS\(table.with(Address.node, inspection.node).text)'"
      )
      html.text("; without the field, as JSON.")
    }
  }

  /// The first report of the page that has tables.
  private var table: Address { page.reports.first ?? address }
}
