// SPDX-License-Identifier: Apache-2.0

/// An action of a row or screen, as the content declares it.
public enum Action: Sendable, Hashable {
  /// Opens the document behind a link.
  case open(WebAddress)
  /// Continues a flow with its next step: `continueURL`, or the link of a choice.
  case proceed(WebAddress)
  /// Leaves a flow, or goes back in it: `cancelURL`.
  case cancel(WebAddress)
  /// Shows a view controller of the app by its name, for the document behind a link if there is one.
  case show(String, WebAddress?)
  /// Opens an address outside of the app, such as `tel:+15550100117` or the page of another service.
  case openOutside(String)

  /// Creates the action of a link, as it stands in a document.
  ///
  /// - Parameters:
  ///   - link: the link; a relative one is resolved.
  ///   - address: the address of the document.
  ///   - inside: the action if the link leads to the same service.
  init?(
    _ link: String,
    in address: WebAddress,
    _ inside: (WebAddress) -> Action = { .open($0) }
  ) {
    if let target = address.resolving(link) {
      let isInside = target.isOfSameOrigin(as: address)
      self = isInside ? inside(target) : .openOutside(target.description)
      return
    }
    let scheme = link.prefix { $0 != ":" }.lowercased()
    guard scheme.count < link.count, scheme.first?.isLetter ?? false,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
      !["http", "https", "javascript", "data", "file"].contains(scheme)
    else { return nil }
    self = .openOutside(link)
  }

  /// Creates the action of a row: its `action`, its `url`, or the `_url` of an embedded document.
  ///
  /// An `action` is the name of a view controller, a link, or an object with `viewController`, `url` or both.
  init?(of component: Component, in address: WebAddress) {
    let declared = component.action
    let name = declared?["viewController"]?.string ?? declared?.string.flatMap { Action.name($0) }
    let link =
      declared?["url"]?.string ?? (name == nil ? declared?.string : nil)
      ?? component.url?.string ?? component._url?.string
    let isChoice = component.datatype == "choice"
    let opened = link.flatMap {
      Action($0, in: address) { isChoice ? .proceed($0) : .open($0) }
    }
    if let name {
      if case .open(let target) = opened {
        self = .show(name, target)
      } else {
        self = .show(name, nil)
      }
    } else if let opened {
      self = opened
    } else {
      return nil
    }
  }

  /// Returns the name of a view controller; `nil` for a link.
  private static func name(_ text: String) -> String? {
    let isName = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isName && !text.isEmpty ? text : nil
  }
}
