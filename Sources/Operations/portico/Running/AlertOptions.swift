// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Serving

/// The options of `portico serve` for the receivers of alerts.
enum AlertOptions {
  static let all = [
    Option("alert-webhook URL", "Send alerts to this address, each until it is taken; for --admin"),
    Option(
      "alert-route ROUTE",
      "Send alerts whose labels match to a receiver of their own, an address or a program:"
        + " severity=\"page\" -> https://hooks.example.com/page; for --admin",
      fallback: "all go to --alert-webhook and --alert-command",
      repeats: true
    ),
    Option(
      "alert-key FILE",
      "Sign these messages with the key in this file",
      fallback: "no signature"
    ),
    Option(
      "alert-command COMMAND",
      "Run this program for each alert, which it gets as JSON on its input; for --admin"
    ),
  ]

  /// Reads the program that is run for alerts.
  static func command(_ arguments: Arguments) throws(UsageError) -> AlertCommand? {
    try arguments.check("alert-command", need: "admin")
    guard let line = arguments.value("alert-command") else { return nil }
    guard let command = AlertCommand(line) else {
      throw UsageError(
        "--alert-command is \"\(line)\", expected the path of a program and its arguments, such as"
          + " /usr/local/bin/page --team shop"
      )
    }
    return command
  }

  /// Reads the receivers of alerts with some labels.
  static func routes(_ arguments: Arguments) throws(UsageError) -> [AlertRoute] {
    try arguments.check("alert-route", need: "admin")
    return try arguments.all("alert-route").map { text throws(UsageError) in
      do throws(PlainError) {
        return try AlertRoute(text, keyFile: arguments.value("alert-key"))
      } catch {
        throw UsageError("--alert-route is \(text): \(error)")
      }
    }
  }

  /// Reads the receiver of alerts.
  static func webhook(_ arguments: Arguments) throws(UsageError) -> Webhook.Settings? {
    if !arguments.has("alert-route") { try arguments.check("alert-key", need: "alert-webhook") }
    try arguments.check("alert-webhook", need: "admin")
    return try arguments.value(
      "alert-webhook",
      expected: "an address such as https://hooks.example.com/portico"
    ) { Webhook.Settings($0, keyFile: arguments.value("alert-key")) }
  }
}
