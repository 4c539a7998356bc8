// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

extension Budgets {
  static let shape = Shape.object(Budgets()) {
    Member(
      "audiences",
      \.audiences,
      .integer(audiencesRange),
      "The most audiences that one path is answered for."
    )
    Member("variants", \.variants, .integer(variantsRange), "The most variants of one document.")
    Member(
      "documentBytes",
      \.documentBytes,
      .integer(documentBytesRange),
      "The most bytes of one document's file."
    )
  }
}

extension DocumentLifetimes {
  static let shape = Shape.object(DocumentLifetimes()) {
    Member(
      "ttl",
      \.ttl,
      seconds,
      "Seconds for which an answer is fresh."
    )
    Member(
      "staleWhileRevalidate",
      \.staleWhileRevalidate,
      staleSeconds,
      "Seconds after that for which it may be served while a new one is made."
    )
    Member(
      "staleIfError",
      \.staleIfError,
      staleSeconds,
      "Seconds after that for which it may be served when no new one can be made."
    )
  }

  /// Seconds for which an answer is fresh.
  static let seconds = Shape.integer(range).named("lifetime")
  /// Seconds for which an answer may be served after that.
  static let staleSeconds = Shape.integer(staleRange).named("staleness")
}
