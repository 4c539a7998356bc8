// SPDX-License-Identifier: Apache-2.0

import Message
package import Reactor

/// A program that is run for each message about an alert, with the message as its input.
package struct AlertCommand: Sendable {
  /// The time after which the program is stopped.
  private static let timeout = Duration.seconds(30)
  /// The maximum number of runs for one message while the program fails.
  static let attempts = 5

  /// The path of the program, and its arguments.
  let words: [String]

  /// Reads a line such as `/usr/local/bin/page --team shop`: words between spaces, without a shell.
  package init?(_ line: String) {
    words = line.split(separator: " ").map(String.init)
    guard let path = words.first, path.hasPrefix("/"), !line.utf8.contains(0) else { return nil }
  }

  /// Starts a sender on a loop that runs the program, and returns the function that adds messages.
  package func start(on loop: EventLoop) async throws -> MessageSender.Sending {
    let words = words
    return try await loop.perform { core in
      MessageSender(to: words[0], attempts: AlertCommand.attempts, on: core) { message in
        let ending = await ChildProgram.run(
          words,
          input: message.body,
          within: AlertCommand.timeout,
          on: core
        )
        return ending == .exited(0) ? .taken : .failed(ending.description)
      }.sending
    }
  }
}
