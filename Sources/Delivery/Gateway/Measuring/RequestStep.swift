// SPDX-License-Identifier: Apache-2.0

/// The steps of a request, in their order; a request skips those that do not concern it.
///
/// The name of a step is its name in events, metrics and `Server-Timing`, and its code is in the
/// file of its name in `Steps`: `recall` in `RecallStep.swift`. `RequestDecider` and
/// `ContentHandler` lead requests through them.
enum RequestStep: Int, SignalChoice {
  /// Refuses a request beyond a rate limit.
  case limit
  /// Finds the answer by the bytes of the request alone, if the same bytes have come before.
  case recall
  /// Finds what the path belongs to: a document, a pass, a redirect, or nothing.
  case route
  /// Reads the body of a QUERY, and continues with the GET of the same question.
  case query
  /// Reads an app's report.
  case beacon
  /// Reads the visitor and the format from the fields.
  case recognize
  /// Answers visitors to whom the site is closed.
  case maintenance
  /// Looks up the answer in the cache; makes that of a document without a plan.
  case lookup
  /// Calls the services of a document's plan, and composes their answers.
  case compose
  /// Passes the request on to a service, and its answer back.
  case pass
  /// Answers an error with the document that the site declares for it.
  case error
  /// Sends the whole answer, a part of it, or 304.
  case deliver

  /// The steps that can decide about the answer; those behind them only change its form.
  static let deciding = allCases.prefix { $0 != .error }
}
