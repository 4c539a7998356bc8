// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes

/// The checks of a service's addresses.
package enum HealthDeclaration: Sendable, Hashable {
  /// Connections are tried while nobody calls it, to tell operators; all addresses get calls.
  case watched
  /// No check is made.
  case unchecked
  /// An address that fails its checks gets no calls.
  case checked(Check)

  /// One check, and how often it is made.
  package struct Check: Sendable, Hashable {
    package static let shortestInterval = Duration.milliseconds(100)
    package static let counts = 1...20

    /// Path that a healthy service answers with success; `nil`: a connection is opened.
    package var path: String?
    /// Time between two checks of an address.
    package var interval = Duration.seconds(2)
    /// Maximum duration of a check.
    package var timeout = Duration.seconds(1)
    /// Number of failed checks in a row after which an address gets no calls.
    package var failures = 3
    /// Number of good checks in a row after which it gets calls again.
    package var successes = 2

    package init(path: String? = nil) { self.path = path }
  }
}

extension HealthDeclaration {
  /// A path, a check with its limits, or false for none; not written where nothing is declared.
  static let shape = Shape<HealthDeclaration>(
    schema: { ["anyOf": [off.schema(), Check.shape.schema()]] },
    read: { value, subject, context in
      if case .bool = value.content { return off.read(value, subject, &context) }
      return Check.shape.read(value, subject, &context).map { .checked($0) }
    },
    write: { health in
      switch health {
      case .watched: nil
      case .unchecked: off.write(.unchecked)
      case .checked(let check): Check.shape.write(check)
      }
    }
  )

  private static let off = Shape<HealthDeclaration>(
    schema: { ["enum": [false]] },
    read: { value, subject, context in
      guard case .bool(true) = value.content else { return .unchecked }
      context.badValue(value, "\(subject) is true; expected a path, a check, or false for none")
      return nil
    },
    write: { _ in DataValue(.bool(false)) }
  )
}

extension HealthDeclaration.Check {
  fileprivate static let shape = whole.orText(
    Shape<String>.text.converted(
      to: { HealthDeclaration.Check(path: $0) },
      from: { $0.path ?? "" }
    )
  )

  private static let whole = Shape.object(HealthDeclaration.Check()) {
    Member(
      "path",
      \.path,
      .text,
      "Path that a healthy service answers with success; without it, a connection is opened and closed.",
      examples: ["/health"]
    )
    Member(
      "interval",
      \.interval,
      Duration.shape,
      "Time between two checks of an address, at least 100ms; every loop makes its own.",
      examples: ["2s"]
    )
    Member("timeout", \.timeout, Duration.shape, "Time that a check may take.")
    Member(
      "failures",
      \.failures,
      .integer(counts),
      "Failed checks in a row after which an address gets no calls; they follow after 250 ms each."
    )
    Member(
      "successes",
      \.successes,
      .integer(counts),
      "Good checks in a row after which it gets calls again; they follow after a second each."
    )
  }
  .adjusted { check, value, subject, context in
    guard check.interval < shortestInterval else { return }
    context.badValue(
      value["interval"] ?? value,
      "\"interval\" of \(subject) is shorter than 100 ms; expected 100ms to 60s"
    )
    check.interval = shortestInterval
  }
}
