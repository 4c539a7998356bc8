// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
import DataFiles
import Localization
package import Sites

extension Edition {
  /// The answer of a document for an audience at an instant.
  package func resolve(
    _ number: DocumentNumber,
    for token: AudienceToken,
    at now: UnixTime,
    view: BodyView = .heavy,
    links: LinkWriter,
    overlay: Overlay = .none
  ) -> ResolvedDocument {
    let instant = token.preview ?? now
    let draft = draft(number)
    let classes = classes(of: number)
    var resolution = resolver.resolve(number, for: token.audience, at: instant)
    if case .body(var key) = resolution,
      let forced = overlay.variant(of: draft), forced != key.variant
    {
      key.variant = forced
      key.rows = rows(of: key, for: token.audience, at: instant)
      resolution = .body(key)
    }
    let languages = classes.languages(of: token.audience)
    var rendering = rendering(resolution, token, view, links, overlay)
    rendering.language = language(of: resolution)
    rendering.variant = variant(of: resolution, draft)
    return ResolvedDocument(
      rendering,
      of: number,
      wanted: (languages, languages.first.map { matcher[$0] }),
      token: links.tokenText(of: number, for: token, in: self),
      freshness: Freshness(
        at: now,
        ttl: overlay.ttl(of: draft),
        name: draft.path,
        boundary: resolver.nextBoundary(of: number, after: now),
        lastBoundary: resolver.lastBoundary(of: number, at: now)
      ),
      lifetimes: draft.lifetimes,
      tags: draft.tags + links.tags,
      classes: classes
    )
  }

  private func rendering(
    _ resolution: Resolution,
    _ token: AudienceToken,
    _ view: BodyView,
    _ links: LinkWriter,
    _ overlay: Overlay
  ) -> ResolvedDocument.Rendering {
    switch resolution {
    case .body(let key):
      var renderer = BodyRenderer(self, key, for: token, links: links, overlay: overlay)
      do throws(DataFileError) {
        let body = try renderer.document(view)
        return ResolvedDocument.Rendering(
          outcome: .body(body),
          texts: renderer.patterns,
          flows: renderer.flows
        )
      } catch {
        return ResolvedDocument.Rendering(outcome: .unreadable(error))
      }
    case .unavailableLanguage: return ResolvedDocument.Rendering(outcome: .unavailableLanguage)
    case .unavailableHere: return ResolvedDocument.Rendering(outcome: .unavailableHere)
    }
  }

  func language(of resolution: Resolution) -> LanguageTag? {
    guard case .body(let key) = resolution else { return nil }
    return key.language.map { matcher[$0] }
  }

  private func variant(of resolution: Resolution, _ draft: DocumentDraft) -> String? {
    guard case .body(let key) = resolution else { return nil }
    return draft.variants[key.variant].name
  }

  private func rows(of key: BodyKey, for audience: Audience, at instant: UnixTime) -> UInt64 {
    let profile = resolver.profile(of: key.document)
    guard let shape = profile.rows[key.variant] else { return 0 }
    return resolver.shapes.passing(of: shape, for: audience, at: instant)
  }
}
