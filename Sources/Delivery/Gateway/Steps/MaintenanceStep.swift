// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPServer
import HTTPValues
import Sites

// The config URL says 200 and what is going on, so that every app can show it; everything else says
// 503, so that a CDN goes on with what it has. Both live for seconds only: a maintenance page that is
// still there when the maintenance is over is worse than none.

/// Tells those who are shut out that the site is closed.
struct MaintenanceStep {
  private static let maximumAge = 5

  private let maintenance: Maintenance
  private let publication: Publication
  private let now: UnixTime

  /// `nil` for a site that is open for everybody.
  init?(_ publication: Publication, at now: UnixTime) {
    guard let maintenance = publication.overlay.maintenance else { return nil }
    self.maintenance = maintenance
    self.publication = publication
    self.now = now
  }

  /// The maintenance answer; `nil` for a visitor to whom the site is open.
  func answer(to asked: ContentRequest) -> GivenAnswer? {
    let edition = publication.edition
    guard isClosed(for: asked) else { return nil }
    return answer(
      isConfig: asked.target.path == edition.site.config,
      languages: asked.target.token?.audience.languages
        ?? edition.matcher.chain(for: asked.visitor.languages),
      isByAddress: asked.isByAddress
    )
  }

  /// The maintenance answer of a pass; `nil` for a visitor to whom its service is open.
  func answer(to client: (visitor: Visitor, isByAddress: Bool)) -> GivenAnswer? {
    guard maintenance.conditions.fit(client.visitor, at: now, publication.edition) else {
      return nil
    }
    return answer(
      isConfig: false,
      languages: publication.edition.matcher.chain(for: client.visitor.languages),
      isByAddress: client.isByAddress
    )
  }

  /// A token's audience is meant as far as the token tells, which leaves out what the content of the
  /// site does not tell apart.
  private func isClosed(for asked: ContentRequest) -> Bool {
    guard let token = asked.target.token else {
      return maintenance.conditions.fit(asked.visitor, at: now, publication.edition)
    }
    return publication.edition.space.meets(token.audience, maintenance.conditions, at: now)
  }

  /// - Parameter isByAddress: whether the visitor's country follows from the client's address.
  private func answer(isConfig: Bool, languages: LanguageChain, isByAddress: Bool) -> GivenAnswer {
    let edition = publication.edition
    let language = languages.first.map { edition.matcher[$0] }
    let message = ConfigMembers.text(maintenance.message, language, edition) ?? ""
    let expire = now.seconds + Int64(min(MaintenanceStep.maximumAge, maintenance.retryAfter))
    let body = AnswerFormat.json([
      ("datatype", "maintenance"), ("message", message),
      ("continueURL", "\(edition.site.baseURL)/\(edition.site.config)"),
      ("_retryAfter", "\(maintenance.retryAfter)"), ("_expire", "\(expire)"),
    ])
    var fields = Fields()
    fields.append("content-type", "application/json")
    let isPrivate = isByAddress && maintenance.conditions.countries != nil
    let caches = isPrivate ? "private" : "public"
    fields.append("cache-control", "\(caches), max-age=\(expire - now.seconds)")
    fields.append("vary", "Accept-Language, X-App")
    if let language { fields.append("content-language", "\(language)") }
    if !isConfig { fields.append("retry-after", "\(maintenance.retryAfter)") }
    let answer = ReadyAnswer.response(
      Response(isConfig ? .ok : .serviceUnavailable, fields: fields),
      body: body
    )
    return GivenAnswer(.maintenance, .maintenance, .fixed(answer))
  }
}

extension Conditions {
  /// Whether a visitor is meant, value by value: what the emergency file says need not be known to
  /// the edition.
  fileprivate func fit(_ visitor: Visitor, at now: UnixTime, _ edition: Edition) -> Bool {
    if let countries, !countries.contains(visitor.country) { return false }
    if let devices, visitor.device.map({ !devices.contains($0) }) ?? true { return false }
    if let appVersions, visitor.version.map({ !appVersions.contains($0) }) ?? true { return false }
    if let builds, visitor.build.map({ !builds.contains($0) }) ?? true { return false }
    if let appNames, visitor.appName.map({ !appNames.contains($0) }) ?? true { return false }
    if let time, !time.contains(now) { return false }
    return cohorts.allSatisfy { cohort in
      let experiments = edition.site.experiments
      guard cohort.experiment < experiments.count else { return false }
      let arm = experiments[cohort.experiment].arm(ofInstallation: visitor.installation)
      return arm.map { cohort.arms.contains($0) } ?? false
    }
  }
}
