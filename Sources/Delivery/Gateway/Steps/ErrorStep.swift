// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPServer
import HTTPValues
import Sites

/// Answers errors with the documents that a site declares for them, in the visitor's language and
/// format.
struct ErrorStep {
  let site: ServedSite
  let recognize: RecognizeStep
  let now: UnixTime
  let counters: GatewayCounters

  /// Returns the document for an error; `nil` if the site declares none for this error.
  func answer(
    to given: GivenAnswer,
    for request: borrowing RequestView,
    from peer: Peer
  ) -> GivenAnswer? {
    guard let problem = exactProblem(of: given), let kind = ErrorDocuments.Kind(problem.status),
      let path = site.edition.site.errors[kind], let number = site.edition.number(of: path)
    else { return nil }
    let requested = request.path
    let format = AnswerFormat.allCases.first { ContentTarget.asks(requested, for: $0) }
    guard let wanted = format ?? AnswerFormat.preferred(request.fields) else { return nil }
    let target = ContentTarget(
      number,
      path: path,
      token: token(of: requested),
      format: format
    )
    let asked = recognize.contentRequest(of: request, for: target, as: wanted, from: peer)
    let builder = site.builder(at: now)
    let key = builder.key(for: asked)
    do throws(DataFileError) {
      let made = try builder.errorDocument(of: key, target, asked.edge, problem.fields)
      guard let (fields, body) = made else { return nil }
      return given.worded(by: path, Response(problem.status, fields: fields), body: body)
    } catch {
      counters.found(.document, at: target.path, error)
      return nil
    }
  }

  /// The error as the service reported it, if the site has a document for that, and otherwise by
  /// its status.
  private func exactProblem(of given: GivenAnswer) -> (status: Status, fields: Fields)? {
    guard var problem = given.problem else { return nil }
    let isGone = given.failure?.isGone ?? false
    if isGone, site.edition.site.errors[.gone] != nil { problem.status = .gone }
    return problem
  }

  /// The audience that the first part of a path names.
  private func token(of path: borrowing Span<UInt8>) -> AudienceToken? {
    guard path.count > 1 else { return nil }
    let rest = path.extracting(1...)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return site.tokens.token(rest.extracting(first: slash))
  }
}

extension AnswerBuilder {
  /// Lifetime of an error that declares none.
  private static let usualControl: CacheControl = {
    var control = CacheControl()
    control.isPublic = true
    control.maxAge = 5
    return control
  }()

  /// The body and the fields of the document for an error. They expire with the error, and no later
  /// than the document by itself: at the end of its window, or at its scheduled change.
  ///
  /// - Parameter problem: the fields of the error, with its lifetime.
  fileprivate func errorDocument(
    of key: AnswerKey,
    _ target: ContentTarget,
    _ edge: TrustedEdge?,
    _ problem: Fields
  ) throws(DataFileError) -> (fields: Fields, body: [UInt8])? {
    let resolved = resolved(key, target.view)
    if case .unreadable(let error) = resolved.outcome { throw error }
    guard case .body(let body) = resolved.outcome else { return nil }
    let own = freshness(of: resolved, isByAddress: key.isByAddress)
    let control = control(of: problem, own)
    var fields = fields(of: key, target, resolved, edge)
    fields.remove("content-location")
    fields.set(FieldName(.cacheControl), control.description)
    for index in 0..<problem.count {
      let name = problem.view.name(at: index).text
      guard let name = FieldName(name), !fields.contains(name) else { continue }
      fields.append(name, bytes: problem.view.value(at: index))
    }
    let expire = UnixTime(seconds: now.seconds + Int64(control.noStore ? 0 : control.maxAge ?? 0))
    var added = labels(resolved, expire)
    if body["continueURL"] == nil {
      added.insert(
        .init("continueURL", DataValue(.string(links.configURL(of: edition.site)))),
        at: 0
      )
    }
    if let wait = problem["retry-after"] {
      added.append(.init("_retryAfter", DataValue(.string(wait))))
    }
    let names = Set(added.map(\.key))
    let members = body.members.filter { !names.contains($0.key) } + added
    return (fields, try key.format.bytes(of: DataDictionary(unique: members)))
  }

  /// The smaller of the lifetimes of an error and of its document, for the caches that may have
  /// both.
  private func control(of problem: Fields, _ own: Freshness) -> CacheControl {
    var control =
      problem.contains(FieldName(.cacheControl))
      ? CacheControl(problem.view) : AnswerBuilder.usualControl
    if let age = control.maxAge {
      control.maxAge = min(age, Int(clamping: own.secondsLeft(at: now)))
    }
    if own.privacy != .shared {
      control.isPublic = false
      control.isPrivate = .everything
    }
    return control
  }
}
