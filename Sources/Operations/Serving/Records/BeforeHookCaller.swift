// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import Message
import Reactor
import ResourceModel
import ResourceService
import Synchronization

/// Asks webhooks before writes of records, for threads that wait for the answers.
final class BeforeHookCaller: Sendable {
  /// The most questions of one request that are on their way at once.
  private static let questionsAtOnce = 8
  /// The most addresses whose connections are kept.
  private static let mostAddresses = 64

  private let shared: SharedResources
  private let loop: EventLoop
  private let webhooks: LoopConfined<Webhooks>
  private let settings = Mutex(Settings())

  private struct Settings: Hashable {
    /// The key that signs questions; `nil` without one in the environment.
    var key: [UInt8]?
    var hosts = LocalHosts([], admitsLiterals: false)
  }

  /// The webhooks that were asked, by their addresses; they belong to the loop.
  private final class Webhooks {
    let core: LoopCore
    var settings = Settings()
    var ofAddress: [String: Webhook] = [:]

    init(on core: LoopCore) { self.core = core }
  }

  /// The questions of one request, which belong to the loop.
  private final class Round {
    let questions: [BeforeQuestion]
    var replies: [BeforeReply]
    var next = 0
    var running = 0
    let whenDone: ([BeforeReply]) -> Void

    init(_ questions: [BeforeQuestion], whenDone: @escaping ([BeforeReply]) -> Void) {
      (self.questions, self.whenDone) = (questions, whenDone)
      replies = BeforeHookCaller.failures(questions, "it was not asked")
    }
  }

  static func start(
    _ shared: SharedResources,
    on loop: EventLoop
  ) async throws -> BeforeHookCaller {
    let webhooks = try await loop.perform { core in
      LoopConfined(Webhooks(on: core), to: core.loop.number)
    }
    return BeforeHookCaller(shared, webhooks, on: loop)
  }

  private init(_ shared: SharedResources, _ webhooks: LoopConfined<Webhooks>, on loop: EventLoop) {
    (self.shared, self.webhooks, self.loop) = (shared, webhooks, loop)
  }

  /// Signs with another key, and asks other local hosts, from now on.
  func obey(_ key: [UInt8]?, near names: [String]) {
    // Types are declared over the network, so that an address in one is no declaration of the site's.
    let hosts = LocalHosts(names, admitsLiterals: false)
    settings.withLock { $0 = Settings(key: key, hosts: hosts) }
  }

  /// Returns the answers to questions. It blocks, so that it must not be called on a loop.
  func ask(_ questions: [BeforeQuestion]) -> [BeforeReply] {
    let settings = settings.withLock(\.self)
    guard settings.key != nil else {
      return BeforeHookCaller.failures(
        questions,
        "the site names no \"beforeKey\" to sign with, or the environment does not have it"
      )
    }
    do {
      let (semaphore, replies) = (try ThreadSemaphore(), Replies())
      loop.execute { [self] in
        begin(
          Round(questions) { all in
            replies.all.withLock { $0 = all }
            semaphore.signal()
          },
          settings
        )
      }
      semaphore.wait()
      return replies.all.withLock(\.self)
    } catch {
      return BeforeHookCaller.failures(questions, "\(error)")
    }
  }

  /// The replies to questions that were not sent.
  private static func failures(_ questions: [BeforeQuestion], _ reason: String) -> [BeforeReply] {
    questions.map { _ in BeforeReply(.failed(reason)) }
  }

  private final class Replies: Sendable {
    let all = Mutex<[BeforeReply]>([])
  }

  private func begin(_ round: Round, _ settings: Settings) {
    let webhooks = webhooks.value
    if webhooks.settings != settings || webhooks.ofAddress.count > BeforeHookCaller.mostAddresses {
      webhooks.ofAddress = [:]
      webhooks.settings = settings
    }
    round.running = min(BeforeHookCaller.questionsAtOnce, round.questions.count)
    let confined = LoopConfined(round, to: webhooks.core.loop.number)
    for _ in 0..<round.running {
      // The task stays on this loop, to which the round belongs.
      loop.start { [self] in
        let round = confined.value
        while round.next < round.questions.count {
          let index = round.next
          round.next += 1
          round.replies[index] = await reply(to: round.questions[index])
        }
        round.running -= 1
        if round.running == 0 { round.whenDone(round.replies) }
      }
    }
  }

  private func reply(to question: BeforeQuestion) async -> BeforeReply {
    let webhooks = webhooks.value
    let begin = webhooks.core.now
    do {
      let webhook = try webhooks.ofAddress[question.hook.url] ?? made(for: question.hook.url)
      webhooks.ofAddress[question.hook.url] = webhook
      let message = OutgoingMessage(
        id: question.id,
        body: question.body,
        created: webhooks.core.wallSeconds
      )
      let answer = await webhook.ask(
        message,
        within: .milliseconds(question.hook.timeout),
        atMost: BeforeAnswer.mostBytes
      )
      let duration = webhooks.core.now - begin
      switch answer {
      case .success(let answer):
        return BeforeReply(.response(status: answer.status, body: answer.body), after: duration)
      case .failure(let failure): return BeforeReply(.failed(failure.description), after: duration)
      }
    } catch {
      return BeforeReply(.failed("\(error)"))
    }
  }

  private func made(for url: String) throws -> Webhook {
    guard let address = Webhook.Settings(url, keyFile: nil) else {
      throw PlainError("\(url) is no address of a webhook")
    }
    let webhooks = webhooks.value
    let settings = webhooks.settings
    return try Webhook(address, word: settings.key, near: settings.hosts, shared, on: webhooks.core)
  }
}
