// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPServer
import HTTPValues
import Sites

// The config URL answers 200 with the message, so that every app can show it; everything else
// answers 503, so that a CDN goes on serving stored answers. Both live for seconds only: a
// maintenance page must not outlive the maintenance.

/// Answers visitors to whom the site is closed.
struct MaintenanceStep {
  private static let maximumAge = 5

  private let maintenance: Maintenance
  private let edition: Edition
  private let configURL: String
  private let now: UnixTime

  /// `nil` for a site that is open for everybody.
  init?(_ site: ServedSite, at now: UnixTime) {
    guard let maintenance = site.publication.overlay.maintenance else { return nil }
    self.maintenance = maintenance
    edition = site.edition
    configURL = site.configURL
    self.now = now
  }

  /// Returns the maintenance answer; `nil` for a visitor to whom the site is open.
  func answer(to asked: ContentRequest) -> GivenAnswer? {
    guard isClosed(for: asked) else { return nil }
    return answer(
      isConfig: asked.target.path == edition.site.config,
      languages: asked.target.token?.audience.languages
        ?? edition.matcher.chain(for: asked.visitor.languages),
      isByAddress: asked.isByAddress
    )
  }

  /// Returns the maintenance answer of a pass; `nil` for a visitor to whom it is open.
  func answer(to client: (visitor: Visitor, isByAddress: Bool)) -> GivenAnswer? {
    guard maintenance.conditions.fit(client.visitor, at: now, edition) else {
      return nil
    }
    return answer(
      isConfig: false,
      languages: edition.matcher.chain(for: client.visitor.languages),
      isByAddress: client.isByAddress
    )
  }

  /// Whether the site is closed for a request. A token tells only the parts of an audience that the
  /// site's content distinguishes.
  private func isClosed(for asked: ContentRequest) -> Bool {
    guard let token = asked.target.token else {
      return maintenance.conditions.fit(asked.visitor, at: now, edition)
    }
    return edition.space.meets(token.audience, maintenance.conditions, at: now)
  }

  /// - Parameter isByAddress: whether the visitor's country follows from the client's address.
  private func answer(isConfig: Bool, languages: LanguageChain, isByAddress: Bool) -> GivenAnswer {
    let language = languages.first.map { edition.matcher[$0] }
    let message = edition.text(of: maintenance.message, in: language) ?? ""
    let expire = now.seconds + Int64(min(MaintenanceStep.maximumAge, maintenance.retryAfter))
    let body = AnswerFormat.json([
      ("datatype", "maintenance"), ("message", message),
      ("continueURL", configURL),
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
  /// Whether the conditions of the emergency file fit a visitor, value by value: they may have
  /// values that the edition does not know.
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
