// SPDX-License-Identifier: Apache-2.0

/// The state of an app, as its service last told it.
public enum AppState: Sendable, Hashable {
  /// The app shows its screens.
  case running
  /// The app shows its screens, and offers a newer version of itself.
  case updateAvailable(AppUpdate)
  /// The app is too old, and shows nothing but this.
  case updateRequired(AppUpdate)
  /// The site is closed; the app shows the message, and learns by itself when it is open again.
  case maintenance(Maintenance)
  /// The preview of a draft is over or was revoked; the app goes back to its own session.
  case previewEnded
  /// There is nothing for this visitor, or nothing in the visitor's languages.
  case unavailable(languages: [String])

  /// A newer version of the app.
  public struct AppUpdate: Sendable, Hashable {
    /// The new version in the store.
    public let continueURL: String
    /// The link to continue at without the update.
    public let cancelURL: String?
    /// The newest version in the store.
    public let latest: String?
    /// A text to show, in the reader's language.
    public let message: String?

    /// Creates an update, as for previews.
    public init(
      continueURL: String,
      cancelURL: String? = nil,
      latest: String? = nil,
      message: String? = nil
    ) {
      (self.continueURL, self.cancelURL) = (continueURL, cancelURL)
      (self.latest, self.message) = (latest, message)
    }
  }

  /// A closed site.
  public struct Maintenance: Sendable, Hashable {
    /// A text to show.
    public let message: String
    /// The link that is asked again.
    public let continueURL: String?
    /// The seconds after which it is asked again.
    public let retryAfter: Int64

    /// Creates a closed site, as for previews.
    public init(message: String, continueURL: String? = nil, retryAfter: Int64) {
      (self.message, self.continueURL, self.retryAfter) = (message, continueURL, retryAfter)
    }
  }

  /// Whether the app shows screens.
  public var isOpen: Bool {
    switch self {
    case .running, .updateAvailable: true
    case .updateRequired, .maintenance, .unavailable, .previewEnded: false
    }
  }
}

/// The state of the app, the banner and the newer edition, which an app observes besides a session's answers.
public struct SessionStatus: Sendable, Hashable {
  /// The state of the app.
  public let state: AppState
  /// A text to show above everything.
  public let banner: String?
  /// A newer edition, or that of newer answers of the same edition, to which ``Session/next()`` changes.
  public let newer: Edition?

  /// Creates a status, as for previews.
  public init(state: AppState, banner: String? = nil, newer: Edition? = nil) {
    (self.state, self.banner, self.newer) = (state, banner, newer)
  }
}

extension AppState {
  /// The seconds to wait where a closed site names none.
  private static let usualWait: Int64 = 10

  /// The state of an answer in place of the config; `nil` for another answer.
  init?(closed document: StoredObject) { self.init(closed: { document[$0] }) }

  /// - Parameter member: the members of the answer.
  init?(closed member: (String) -> JSONValue?) {
    switch member("datatype")?.string {
    case "maintenance":
      let wait = member("_retryAfter")?.seconds
      let maintenance = Maintenance(
        message: member("message")?.string ?? "",
        continueURL: member("continueURL")?.string,
        retryAfter: min(max(wait ?? AppState.usualWait, 1), 86_400)
      )
      self = .maintenance(maintenance)
    case "unavailable", "unavailableLanguage":
      let languages = member("languages")?.array?.compactMap(\.string) ?? []
      self = .unavailable(languages: languages)
    default: return nil
    }
  }

  /// The state that a config answer tells.
  init(config: StoredObject) {
    let update = config["update"]
    let told = AppUpdate(
      continueURL: update?["continueURL"]?.string ?? "",
      cancelURL: update?["cancelURL"]?.string,
      latest: update?["latest"]?.string,
      message: update?["message"]?.string
    )
    switch update?["datatype"]?.string {
    case "updateRequired": self = .updateRequired(told)
    case "updateAvailable": self = .updateAvailable(told)
    default: self = .running
    }
  }
}
