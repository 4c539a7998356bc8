// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import HTTPValues
import Reactor
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The records of one site, as operators read and change them.
struct OperatorRecords: Sendable {
  let site: String
  private let resources: SiteResources

  init(_ site: String, _ resources: SiteResources) {
    (self.site, self.resources) = (site, resources)
  }

  /// Reads from the service, on a thread that may block.
  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (ResourceService) throws -> Answer
  ) async throws -> Answer {
    do {
      return try await resources.ask(question)
    } catch let refusal as Refusal {
      throw refusal
    } catch let error as FilterError {
      throw Refusal(.badRequest, "\(error)")
    } catch let overload as WorkerPool.Overloaded {
      throw overload
    } catch {
      let problem = ResourceProblem(error)
      // Operators are told what clients are not.
      let reason = problem.status.code >= 500 ? "\(error)" : problem.description
      throw Refusal(problem.status, reason)
    }
  }

  /// Tries at once to send the stored messages to users; `false` without a webhook for them.
  func hurryMail() -> Bool { resources.hurryMail() }

  /// Sends stored messages to users; `false` without a webhook for them.
  func sendMail(_ messages: [OutboxMessage]) -> Bool { resources.sendMail(messages) }

  /// Sends a request with an operator's rights, and returns the body of its answer.
  ///
  /// - Parameters:
  ///   - path: the segments of the path below the mount.
  ///   - version: the version that the record must have.
  ///   - sender: the operator, whose name is recorded with what is changed.
  ///   - user: the user with whose rights records are read; `nil` for the operator's own.
  @discardableResult func send(
    _ method: Method,
    _ path: [String],
    verb: String? = nil,
    query: QueryParameters = QueryParameters([]),
    _ body: DataValue? = nil,
    ifVersion version: String? = nil,
    by sender: Operator? = nil,
    asUser user: String? = nil
  ) async throws -> DataValue {
    var fields: Fields = ["content-type": "application/json"]
    if let version { fields.set("if-match", "\"\(version)\"") }
    let target =
      path.map { "/" + PercentCoding.encode($0, keeping: .unreserved) }.joined()
      + (verb.map { ":\($0)" } ?? "") + (query.pairs.isEmpty ? "" : "?\(query)")
    let now = Timestamp(nanoseconds: LoopClock.system.wallNanoseconds)
    let (sent, bytes, name) = (fields, body?.json ?? [], sender?.name)
    let reply = try await read { service in
      guard
        let request = ResourceRequest(
          method,
          service.mount + target,
          mount: service.mount,
          fields: sent,
          body: bytes,
          now: now
        )
      else { throw Refusal(.badRequest, "\(target) is no address of a record") }
      return service.reply(to: request, ofOperator: name, asUser: user)
    }
    let answer = reply.body.isEmpty ? .null : try DataValue(reading: reply.body.span, as: .json)
    guard reply.status.code < 400 else {
      throw Refusal(
        reply.status,
        answer["detail"]?.string ?? "the records answer \(reply.status.code)"
      )
    }
    return answer
  }
}

extension SiteServices {
  static let noRecords = Refusal(
    .notFound,
    "no site has records; \"resources\" in Content/site.json5 declares some"
  )

  /// The records of all sites that have some.
  var records: [OperatorRecords] {
    sites.compactMap { site in site.resources.records.map { OperatorRecords(site.name, $0) } }
  }

  /// The records of the named site, or of the only one that has some.
  func records(of name: String?) throws(Refusal) -> OperatorRecords {
    let all = records
    guard let first = all.first else { throw SiteServices.noRecords }
    let names = all.map(\.site).joined(separator: ", ")
    guard let name else {
      guard all.count == 1 else {
        throw Refusal(.badRequest, "site is missing; expected one of \(names)")
      }
      return first
    }
    guard let chosen = all.first(where: { $0.site == name }) else {
      throw Refusal(.notFound, "\(name) has no records; expected one of \(names)")
    }
    return chosen
  }
}

extension DataValue {
  /// The value as a table shows it: a text as it is, anything else as JSON.
  var shownText: String { string ?? (isNull ? "" : String(decoding: json, as: UTF8.self)) }
}
