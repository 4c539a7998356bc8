// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Files
import FolderTesting
import Learning
import Sites
import Testing

@Suite struct `The file of a rollout` {
  private let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  @Test func `The file of a rollout gives it back with its step, its state and the reason`() throws
  {
    let journal = RolloutJournal(in: folder.path)
    #expect(try journal.read() == nil)
    let start = UnixTime(seconds: 1_800_000_000)
    var before = RolloutBaseline()
    (before.counts.whole, before.counts.degraded, before.counts.failed) = (900, 7, 3)
    (before.counts.clientErrors, before.composed, before.nanoseconds) = (40, 300, 250_000_000)
    let rollout = Rollout(of: "new", beside: "old", after: before, at: start)
    var machine = RolloutMachine(rollout, RolloutSettings(), at: start)
    _ = machine.handle(.ordered(.next), at: UnixTime(seconds: 1_800_000_100))
    try journal.write(machine.rollout)
    #expect(try journal.read() == machine.rollout)
    #expect(try journal.read()?.word == rollout.word)
    _ = machine.handle(.ordered(.pause), at: UnixTime(seconds: 1_800_000_150))
    try journal.write(machine.rollout)
    #expect(try journal.read() == machine.rollout && machine.rollout.isPaused)
    _ = machine.handle(.ordered(.return), at: UnixTime(seconds: 1_800_000_200))
    try journal.write(machine.rollout)
    #expect(try journal.read()?.state == .returned)
    #expect(try journal.read()?.reason == "an operator returned it")
  }

  @Test(arguments: [
    ("{", "expected"), ("{}", "its version is missing"),
    (#"{"version":2}"#, "it has version 2 of the format of rollouts, expected 1: it is "),
    (#"{"version":1,"edition":"a"}"#, "a member is missing or of another kind"),
  ])
  func `A file of a rollout that cannot be understood is refused with the reason`(
    text: String,
    reason: String
  ) throws {
    try Files.makeFolder(folder.path)
    try Files.write(Array(text.utf8), to: "\(folder.path)/\(RolloutJournal.fileName)")
    let fault = #expect(throws: SourceFault.self) { try RolloutJournal(in: folder.path).read() }
    #expect(fault?.reason.contains(reason) == true, "\(String(describing: fault))")
  }
}
