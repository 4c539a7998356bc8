// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Filters
import ResourceModel
import ResourceStore

extension ResourceProblem {
  /// The problem of any error that a request met.
  package init(_ error: any Error) {
    switch error {
    case let problem as ResourceProblem: self = problem
    case let error as StoreError: self.init(error)
    case let errors as ValidationErrors: self = .invalid(errors.errors)
    case let error as ValidationError: self = .invalid([error])
    case let error as FilterError:
      self.init(.badFilter, error.message, [("offset", .integer(Int64(error.offset)))])
    case let error as TypeSetError: self.init(.badTypes, error.description)
    case let failure as BeforeHookFailure:
      // The reason is for operators.
      self.init(
        .hookAway,
        "the webhook that is asked before writes of \(failure.type) gave no answer, so nothing was written",
        retryAfter: 5
      )
    case let error as FileError where error.isFull:
      self.init(.full, "there is no room left for the file")
    default: self.init(.internal, "the service has failed")
    }
  }

  init(_ error: StoreError) {
    let detail = error.message
    switch error.kind {
    case .unknownType: self.init(.unknownType, detail)
    case .notFound: self.init(.notFound, detail)
    case .notAllowed: self.init(.notAllowed, detail)
    case .idTaken: self.init(.idTaken, detail)
    case .versionMismatch(let current):
      let extensions = current.map { [("current", $0.json())] } ?? []
      self.init(.version, detail, extensions)
    case .invalid(let errors): self = .invalid(errors)
    case .referred(let ids):
      let list = DataValue.list(ids.map { .text($0.text) })
      self.init(.referred, detail, [("referrers", list)])
    case .aborted: self.init(.aborted, detail)
    case .refused(let refusal): self = .refused(refusal, detail)
    case .decisionOutdated, .selectionOutdated: self.init(.changedMeanwhile, detail)
    case .tooManyChanged: self.init(.maxAffected, detail)
    case .noIndex(let attributes, let records):
      self.init(
        .noIndex,
        detail,
        [
          ("indexes", .list(attributes.map { .text($0) })), ("records", .integer(Int64(records))),
        ]
      )
    case .costly: self.init(.tooCostly, detail)
    case .tooLarge: self.init(.tooLarge, detail)
    case .overQuota(let used, let quota): self = .overQuota(detail, used: used, quota: quota)
    case .badPage: self.init(.badPage, detail)
    case .pastHorizon: self.init(.pastHorizon, detail)
    case .otherEpoch: self.init(.epochChanged, detail)
    case .keyReused: self.init(.keyReused, detail)
    case .types(let report): self.init(.types, detail, [("report", report.json)])
    case .damaged: self.init(.damaged, detail)
    case .unavailable, .outcomeUnknown:
      // The message names the machines of the database, and goes to operators only.
      self.init(
        .unavailable,
        error.kind == .unavailable
          ? "the storage cannot be reached; expected the request to be sent again"
          : "the storage cannot be reached; a write may have been done, so that it should be sent again "
            + "with the same Idempotency-Key",
        retryAfter: 1
      )
    case .full:
      self.init(
        .full,
        "there is no room left on the disk, so nothing was written; expected it to be sent again later",
        retryAfter: 30
      )
    case .moved: self.init(.moved, detail, retryAfter: 5)
    }
  }
}
