// SPDX-License-Identifier: Apache-2.0

/// A connection that only hears notifications of one channel. It has no transaction open while it waits.
package struct PostgreSQLListener: ~Copyable {
  private let link: Link

  /// Reaches the server and begins to listen.
  package init(
    _ configuration: PostgreSQLConnection.Configuration,
    channel: String
  ) throws(PostgreSQLError) {
    let made = try Link(configuration)
    let quoted = "\"\(channel.split(separator: "\"").joined())\""
    try made.run("LISTEN \(quoted)", before: .now + configuration.answerTimeout)
    link = made
  }

  /// Waits for notifications, and returns their texts; none where none came in time.
  package func wait(upTo patience: Duration) throws(PostgreSQLError) -> [String] {
    try link.notifications(before: .now + patience)
  }

  /// Lets the thread sleep before another listener is tried.
  package static func pause(_ duration: Duration) { Link.pause(duration) }
}
