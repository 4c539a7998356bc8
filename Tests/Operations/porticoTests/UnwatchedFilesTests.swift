// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Files that the kernel does not let the service watch` {
  private let sites = ServedSites()

  /// A kernel that gives a namespace of users no notifications at first, as where others have taken all of them.
  @Test
  func `The site is served, the limit is named, and changes are seen late until there is room`()
    async throws
  {
    try sites.write("shop", "")
    let limit = "/proc/sys/user/max_inotify_instances"
    let room = "\(sites.folder)/room"
    let script =
      "mkfifo '\(room)'; echo 0 > \(limit); { read -r n < '\(room)'; echo $n > \(limit); } & "
    let command = try RunningCommand(
      sites.arguments(["shop"]),
      under: ["unshare", "--user", "--map-root-user", "bash", "-c", script + "exec \"$0\" \"$@\""]
    )
    let visitors = try await command.addresses().visitors
    func change(to text: String) async throws {
      let document = #"{ datatype: "config", body: { of: "\#(text)" } }"#
      try sites.put(document, at: "shop/Content/config.json5")
      try await waitUntil("the change is served") {
        try await RunningCommand.ask("GET /config", at: visitors).contains(#""of":"\#(text)""#)
      }
    }
    let fault = try await command.until("of the kernel\n")
    let content = "\(sites.folder)/shop/Content"
    #expect(fault.contains("seen up to 10 seconds late: cannot watch \(content), "), "\(fault)")
    #expect(fault.contains("; the limit is fs.inotify.max_user_instances of"), "\(fault)")
    try await change(to: "late")
    try #require(FileHandle(forWritingAtPath: room)).write(contentsOf: Data("16\n".utf8))
    #expect(
      try await command.until("at once again\n").hasSuffix("changes are seen at once again\n")
    )
    try await change(to: "at once")
    try await command.stop()
  }
}
