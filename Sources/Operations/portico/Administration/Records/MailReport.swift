// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FourM
import ResourceModel
import ResourceService
import ResourceStore

/// The messages to users that the webhook for them has not accepted yet.
enum MailReport {
  /// The most messages of a site that are listed.
  private static let shown = 200

  static func tables(of services: SiteServices) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var table = FigureTable(
      "mail",
      [
        .init("site", "site", "The site."),
        .init("created", "since", "When the message was stored, in UTC."),
        .init("address", "to", "The address that it is for."),
        .init("kind", "kind", "The type of the message, as its receiver is told it."),
        .init("state", "state", "waiting, or failed: it is sent again until it expires."),
        .init("attempts", "failed attempts", "How often its receiver did not accept it."),
        .init("reason", "last failure", "The failure of the last attempt."),
        .init("expires", "expires", "When its code is of no use any more, in UTC."),
        .init("message", "message", "The id of the message, which its receiver gets as well."),
      ]
    )
    for records in services.records {
      for mail in try await records.read({ try $0.keptMails(atMost: shown) }) {
        table.add(
          [
            .text(records.site), .text("\(mail.created)"), mail.about.figure { .text($0) },
            kind(of: mail).figure { .text($0) },
            .text(mail.attempts == 0 ? "waiting" : "failed"), .count(Int64(mail.attempts)),
            mail.reason.figure { .text($0) }, mail.expires.figure { .text("\($0)") },
            .text(mail.id),
          ],
          tone: mail.attempts == 0 ? .usual : .warning
        )
      }
    }
    return [table]
  }

  /// The type of a message; its code is for its receiver alone.
  private static func kind(of mail: OutboxMessage) -> String? {
    (try? DataValue(reading: mail.body.span, as: .json))?["type"]?.string
  }
}
