// SPDX-License-Identifier: Apache-2.0

import Measure

/// The changes of records, those who follow them, the webhooks before and after writes, and messages to users.
struct SyncPage: Page {
  let title = "Sync"
  let chapter = Chapter.data
  let liveSeconds: Int? = 5
  let address: Address

  private static let report = Address(.sync)
  private static let changes = Address(.changes)
  private static let mail = Address(.mail)

  var reports: [Address] { [SyncPage.report, SyncPage.mail, SyncPage.changes] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    RecordPages.writeNames(address, to: &html)
    html.tables(
      [
        .init("changes", "Changes"),
        .init("zones", "Zones", empty: "Nothing has changed yet."),
        .init(
          "before",
          "Webhooks before writes",
          empty: "No type declares one; \"before\" of a type does."
        ) {
          record,
          key in
          key == .type ? RecordPages.type(record.text(.type), on: record.text(.site)) : nil
        },
        .init(
          "hooks",
          "Webhooks after writes",
          empty: "No webhook is declared; \"hooks\" of the records does."
        ),
        .init("letters", "Dead letters", empty: "There is none."),
      ],
      of: SyncPage.report
    )
    writeLetters(inspection, &html)
    // Addresses, and the ids of records and users, are not for everybody who may see the rest.
    if inspection.refusal(of: SyncPage.mail) == nil { writeMail(inspection, &html) }
    if inspection.refusal(of: SyncPage.changes) == nil { writeChanges(&html) }
  }

  private func writeLetters(_ inspection: Inspection, _ html: inout HTMLWriter) {
    let letters = inspection.table(SyncPage.report, "letters")?.records ?? []
    guard !letters.isEmpty else { return }
    html.section("Send dead letters once more", for: .replayLetters) { html in
      var seen: Set<[String]> = []
      for letter in letters {
        let place = [letter.text(.site), letter.text(.hook)]
        guard seen.insert(place).inserted else { continue }
        let own = letters.filter { [$0.text(.site), $0.text(.hook)] == place }
          .map { ($0.text(.letter), $0.text(.letter)) }
        html.form(.replayLetters) { html in
          html.hidden("site", place[0])
          html.hidden("hook", place[1])
          html.choice("To \(place[1])", "letter", [("", "all of them")] + own, selected: "")
          html.button("Preview")
        }
      }
    }
  }

  private func writeMail(_ inspection: Inspection, _ html: inout HTMLWriter) {
    html.tables([.init("mail", "Messages to users", empty: "None waits.")], of: SyncPage.mail)
    let mails = inspection.table(SyncPage.mail, "mail")?.records ?? []
    let dead = mails.filter { $0.text(.state) == "dead" }
    writeDead(dead, .retryMail, "Send dead messages once more", &html)
    writeDead(dead, .removeMail, "Remove dead messages", &html)
    guard dead.count < mails.count else { return }
    html.section("Send messages now", for: .sendMail) { html in
      let waiting = mails.filter { $0.text(.state) != "dead" }
      for site in Set(waiting.map { $0.text(.site) }).sorted() {
        html.form(.sendMail) { html in
          html.hidden("site", site)
          html.element("p", "Those of \(site), without waiting for the next attempt.")
          html.button("Preview")
        }
      }
    }
  }

  private func writeDead(
    _ dead: [FigureTable.Record],
    _ action: ConsoleOrder,
    _ heading: String,
    _ html: inout HTMLWriter
  ) {
    guard !dead.isEmpty else { return }
    html.section(heading, for: action) { html in
      for site in Set(dead.map { $0.text(.site) }).sorted() {
        let own = dead.filter { $0.text(.site) == site }.map { mail in
          (mail.text(.message), "\(mail.text(.kind)) to \(mail.text(.address))")
        }
        html.form(action) { html in
          html.hidden("site", site)
          html.choice("Of \(site)", "message", [("", "all of them")] + own, selected: "")
          html.button("Preview")
        }
      }
    }
  }

  private func writeChanges(_ html: inout HTMLWriter) {
    html.tables(
      [
        .init("newest", "Newest changes", empty: "Nothing has changed yet.") { record, key in
          switch key {
          case .record where !record.text(.type).isEmpty:
            RecordPages.record(
              record.text(.record),
              of: record.text(.type),
              on: record.text(.site)
            )
          case .author: RecordPages.author(record.text(.author), on: record.text(.site))
          default: nil
          }
        }
      ],
      of: SyncPage.changes
    )
  }
}
