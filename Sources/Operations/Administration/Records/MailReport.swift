// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Measure
import ResourceService
import ResourceStore
import Serving

/// The messages to users that the webhook for them has not accepted yet, and those that were given up.
enum MailReport {
  /// The most messages of a site that are listed.
  private static let shown = 200

  static func tables(of services: SiteServices) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var table = FigureTable("mail").columns([
      .init(.site, "The site."),
      .init(.created, "since", "When the message was stored, a dead one given up, in UTC."),
      .init(.address, "to", "The address that it is for."),
      .init(.kind, "The type of the message, as its receiver is told it."),
      .init(.state, "waiting; failed: it is sent again; or dead: it was given up."),
      .init(.attempts, "failed attempts", "How often its receiver did not accept it."),
      .init(.reason, "last failure", "The failure of the last attempt."),
      .init(.expires, "When its code is of no use any more, in UTC."),
      .init(.message, "The id of the message, which its receiver gets as well."),
    ])
    for records in services.records {
      let mails = try await records.read { service in
        (kept: try service.mails.kept(atMost: shown), dead: try service.mails.dead().prefix(shown))
      }
      for mail in mails.kept + mails.dead { add(mail, of: records.site, to: &table) }
    }
    return [table]
  }

  private static func add(_ mail: OutboxMessage, of site: String, to table: inout FigureTable) {
    let isUntried = mail.attempts == 0 && !mail.isDead
    table.add(
      [
        .text(site), .text("\(mail.created)"), mail.about.figure { .text($0) },
        kind(of: mail).figure { .text($0) },
        .text(mail.isDead ? "dead" : isUntried ? "waiting" : "failed"),
        .count(Int64(mail.attempts)), mail.reason.figure { .text($0) },
        mail.codeExpiry.figure { .text("\($0)") }, .text(mail.id),
      ],
      tone: mail.isDead ? .failure : isUntried ? .usual : .warning
    )
  }

  /// The type of a message; its code is for its receiver alone.
  private static func kind(of mail: OutboxMessage) -> String? {
    (try? DataValue(reading: mail.body.span, as: .json))?["type"]?.string
  }
}
