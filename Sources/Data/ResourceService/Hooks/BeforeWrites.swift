// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import ResourceModel
import ResourceStore
import Synchronization

// The webhook of a type is asked outside of the store: no transaction waits for it. It decides by a
// version of the record, and the store refuses the decision if there is another one when it is written;
// then the webhook is asked anew. What the sender may do is checked before it is asked, so that nobody asks
// it by a request that has no right to, and again when the record is written.

/// Performs writes once webhooks have decided about them.
struct BeforeWrites: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// The most times that webhooks are asked for one request while others change its records.
  private static let mostRounds = 3

  /// Performs writes once the webhooks of their types have decided about them.
  func perform(_ batch: WriteBatch, at now: Timestamp) throws -> WriteAnswer {
    let types = store.types
    var batch = batch
    batch.obey(context.settings.sizes)
    var round = BeforeRound(batch, types) { context.memory.newID($0, at: now) }
    guard !round.isEmpty else { return try store.write(batch, at: now) }
    if let key = batch.key, let kept = try store.keptAnswer(key) { return .replayed(kept) }
    for _ in 0..<Self.mostRounds {
      batch.writes = try decided(&round, at: now)
      do {
        return try store.write(batch, at: now)
      } catch let error as StoreError where error.kind == .decisionOutdated {
        round.beginAnew()
      }
    }
    throw ResourceProblem(
      .changedMeanwhile,
      "the records changed each of \(Self.mostRounds) times while webhooks were asked about them; "
        + "expected the request once more"
    )
  }

  /// The writes of a batch with the decisions about them. Writes of one record are decided in their order.
  private func decided(_ round: inout BeforeRound, at now: Timestamp) throws -> [ResourceWrite] {
    var writes = round.writes
    var bytes = RecordBytes(atMost: context.settings.sizes.batch)
    while let next = round.nextWrites() {
      var asked: [(index: Int, question: BeforeQuestion, proposal: Proposal)] = []
      for (index, type, id) in next {
        let (proposal, decision) = try proposal(of: writes[index], id, type, round, at: now)
        writes[index].decision = decision
        guard let proposal else { continue }
        try bytes.add(max(proposal.before?.byteCount ?? 0, proposal.after.byteCount))
        round.assume(proposal.after, as: id)
        guard let hook = type.before, hook.operations.contains(proposal.operation) else { continue }
        if let verdict = round.verdict(about: proposal, at: index) {
          try apply(verdict, to: &writes[index], of: proposal, &round)
        } else {
          let question = try question(proposal, hook, writes[index].principal, at: now)
          asked.append((index, question, proposal))
        }
      }
      guard !asked.isEmpty else { continue }
      let replies = context.settings.ask(asked.map(\.question))
      // All are counted, also those behind one without whose answer nothing is written.
      let verdicts = asked.enumerated().map { number, one in
        let reply =
          number < replies.count ? replies[number] : BeforeReply(.failed("nobody has asked it"))
        return verdict(reply, of: one.question.hook, about: one.proposal, at: now)
      }
      for ((index, _, proposal), result) in zip(asked, verdicts) {
        let verdict = try result.get()
        round.remember(verdict, about: proposal, at: index)
        try apply(verdict, to: &writes[index], of: proposal, &round)
      }
    }
    return writes
  }

  /// Returns the record as a write would leave it, and the version by which it is decided. Without a proposal
  /// no webhook is asked, since the write is refused or changes nothing.
  private func proposal(
    of write: ResourceWrite,
    _ id: ResourceID,
    _ type: ResourceType,
    _ round: BeforeRound,
    at now: Timestamp
  ) throws -> (proposal: Proposal?, decision: WriteDecision) {
    let assumed = round.assumed(id)
    let current = try assumed ?? store.resource(id, withDeleted: true)
    var decision = WriteDecision(version: assumed == nil ? current?.version ?? 0 : nil)
    guard type.allows(write.capability), id.prefix == type.prefix,
      current.map({ $0.type == type.name }) ?? true
    else {
      // The store refuses it, as it does without a webhook.
      return (nil, decision)
    }
    let grants = try write.principal.map { try store.grants.on([id], to: $0.grantees) } ?? []
    let files = type.hasFiles ? try store.files(of: id) : []
    do throws(StoreError) {
      let (kind, after) = try write.applied(
        to: current,
        id: id,
        of: type,
        at: now,
        grants: Set(grants.map(\.right)),
        files: files
      )
      guard let operation = BeforeHook.Operation(kind) else { return (nil, decision) }
      return (Proposal(operation: operation, before: current, after: after), decision)
    } catch {
      decision.refusal = error
      return (nil, decision)
    }
  }

  private func question(
    _ proposal: Proposal,
    _ hook: BeforeHook,
    _ principal: Principal?,
    at now: Timestamp
  ) throws -> BeforeQuestion {
    let (operation, record) = (proposal.operation, proposal.after)
    let body: DataValue = .members([
      ("type", .text("\(record.type).before-\(operation.rawValue)")),
      ("timestamp", .text(now.description)),
      (
        "data",
        .members([
          ("operation", .text(operation.rawValue)), ("_type", .text(record.type)),
          ("zone", .text(record.zone)),
          ("record", operation == .delete ? .null : record.json()),
          ("before", proposal.before?.json() ?? .null),
          ("user", principal?.user.map { .text($0.text) } ?? .null),
          ("app", principal?.app.map { .text($0) } ?? .null),
        ])
      ),
    ])
    let id = context.memory.newID("before", at: now).text
    return BeforeQuestion(hook: hook, id: id, body: try JSONWriter().bytes(of: body))
  }

  /// The verdict of an answer, which is counted. One that is missing or cannot be read is told to operators,
  /// and has the effect that the type declares.
  private func verdict(
    _ reply: BeforeReply,
    of hook: BeforeHook,
    about proposal: Proposal,
    at now: Timestamp
  ) -> Result<BeforeVerdict, BeforeHookFailure> {
    let type = proposal.after.type
    func count(_ result: BeforeResult, _ reason: String? = nil) {
      let outcome = BeforeOutcome(of: type, result, reason: reason, after: reply.duration)
      self.count(outcome, of: hook, at: now)
    }
    do throws(PlainError) {
      let verdict = try BeforeVerdict(reply.answer)
      count(verdict.result)
      return .success(verdict)
    } catch {
      count(.failed, error.description)
      let failure = BeforeHookFailure(type: type, reason: error.description)
      guard hook.onFailure == .accept else { return .failure(failure) }
      context.settings.failed(failure)
      return .success(.accept(setting: DataDictionary()))
    }
  }

  /// The webhooks before writes of the present types. One that was declared anew begins anew.
  var askedHooks: [AskedHook] {
    let asked = context.memory.askedHooks.withLock(\.self)
    let isSigned = context.settings.signsQuestions
    return store.types.types.compactMap { type in
      guard let hook = type.before else { return nil }
      var found = AskedHook(of: type.name, hook)
      if let known = asked[type.name], known.hook == hook { found = known }
      found.isSigned = isSigned
      return found
    }
  }

  /// Counts a question to the webhook of a type.
  func count(_ outcome: BeforeOutcome, of hook: BeforeHook, at now: Timestamp) {
    let types = store.types
    context.memory.askedHooks.withLock { hooks in
      if hooks[outcome.type]?.hook != hook {
        hooks = hooks.filter { types[$0.key] != nil }
        hooks[outcome.type] = AskedHook(of: outcome.type, hook)
      }
      hooks[outcome.type]?.state.add(outcome, at: now)
    }
    context.settings.asked(outcome)
  }

  private func apply(
    _ verdict: BeforeVerdict,
    to write: inout ResourceWrite,
    of proposal: Proposal,
    _ round: inout BeforeRound
  ) throws {
    switch verdict {
    case .refuse(let refusal):
      write.decision?.refusal = refusal
      round.assume(proposal.before, as: proposal.after.id)
    case .accept(let attributes):
      write.decision?.attributes = attributes
      var after = proposal.after
      after.attributes = try ResourcePatch.merge(attributes)
        .applied(to: after.attributes, at: after.updated)
      round.assume(after, as: after.id)
    }
  }
}

/// A write as a webhook is asked about it.
struct Proposal: Equatable {
  let operation: BeforeHook.Operation
  /// The record as it is, deleted or not; `nil` for none.
  let before: Resource?
  /// The record as it becomes.
  let after: Resource
}

extension BeforeHook.Operation {
  /// The operation of a write; `nil` for one that changes nothing.
  fileprivate init?(_ kind: WriteOutcome.Kind) {
    switch kind {
    case .created: self = .insert
    case .updated: self = .update
    case .deleted: self = .delete
    case .unchanged: return nil
    }
  }
}
