// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure
import Message
import Serving
import Signals

/// The reports about sites' records, and about the people among them.
extension AdminReport {
  static let records: [AdminReport] = [
    AdminReport(.data, for: .viewer) { state, _, _, _ in
      try await TypeReport.types(state.services)
    },
    AdminReport(.data, isPrefix: true, for: .viewer) { state, path, query, _ in
      let segments = path.split(separator: "/").dropFirst().map(String.init)
      let records = try state.services.records(of: query["site"])
      switch segments.count {
      case 1: return try await TypeReport.type(segments[0], of: records)
      default:
        throw Refusal(.notFound, "expected /data, /data/TYPE, /records/TYPE or /records/TYPE/ID")
      }
    },
    AdminReport(.records, isPrefix: true, for: .operator) { state, path, query, reader in
      let segments = path.split(separator: "/").dropFirst().map(String.init)
      let records = try state.services.records(of: query["site"])
      let user = query["as"].flatMap { $0.isEmpty ? nil : $0 }
      let tables: [FigureTable]
      switch segments.count {
      case 1:
        tables = try await RecordReport.list(of: segments[0], query, asUser: user, in: records)
      case 2:
        tables = try await RecordReport.record(
          segments[1],
          of: segments[0],
          asUser: user,
          in: records
        )
      default: throw Refusal(.notFound, "expected /records/TYPE or /records/TYPE/ID")
      }
      if let user, let reader {
        state.audit.record(
          .readingAsUser,
          by: reader,
          site: records.site,
          [EventFact(.annotation, "\(path) as \(user)")]
        )
      }
      return tables
    },
    AdminReport(.users, for: .operator) { state, _, query, _ in
      try await UserReport.list(query, in: state.services.records(of: query["site"]))
    },
    AdminReport(.users, isPrefix: true, for: .operator) { state, path, query, _ in
      try await UserReport.user(
        OperatorPath.users.rest(of: path) ?? "",
        query,
        in: state.services.records(of: query["site"])
      )
    },
    AdminReport(.sessions, for: .operator) { state, _, query, _ in
      try await UserReport.sessions(query, in: state.services.records(of: query["site"]))
    },
    AdminReport(.access, for: .operator) { state, _, query, _ in
      try await UserReport.explanation(query, in: state.services.records(of: query["site"]))
    },
    AdminReport(.grants, for: .operator) { state, _, _, _ in
      try await GrantReport.tables(of: state.services)
    },
    AdminReport(.roles, for: .viewer) { state, _, _, _ in
      try await RoleReport.tables(of: state.services)
    },
    AdminReport(.apps, for: .viewer) { state, _, _, _ in
      try await AppReport.tables(of: state.services)
    },
    AdminReport(.sync, for: .viewer) { state, _, _, _ in
      try await SyncReport.tables(of: state.services, state.history)
    },
    AdminReport(.changes, for: .operator) { state, _, _, _ in
      try await SyncReport.changes(of: state.services)
    },
    AdminReport(.mail, for: .operator) { state, _, _, _ in
      try await MailReport.tables(of: state.services)
    },
    AdminReport(.api, for: .viewer) { state, _, query, _ in
      try await SyncReport.operations(of: state.services, filter: query["filter"] ?? "")
    },
  ]
}
