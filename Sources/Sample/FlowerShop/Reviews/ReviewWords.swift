// SPDX-License-Identifier: Apache-2.0

/// The texts of the initial reviews.
struct ReviewWords: Sendable {
  let stars: ClosedRange<Int>
  let language: String
  let author: String
  let title: String
  let text: String

  /// Returns the texts for a number of stars from 1 to 5, at least one.
  static func said(with stars: Int) -> [ReviewWords] { all.filter { $0.stars.contains(stars) } }

  static let all: [ReviewWords] =
    words(
      5...5,
      """
      en | Alice M. | Prettier than the picture | They arrived in the morning and lasted two weeks.
      en | Omar K. | My mother cried | In a good way. The card was written by hand.
      en | Priya S. | Fresh | Still closed when they came, all open two days later.
      en | Tom B. | Third time, never disappointed | I order for every birthday in the family.
      fr | Camille D. | Superbe | Livré à l'heure, les couleurs sont magnifiques.
      fr | Hugo L. | Un grand merci | Ma grand-mère en parle encore.
      de | Jonas W. | Wunderschön | Frisch, pünktlich und liebevoll gebunden.
      de | Greta H. | Immer wieder | Hält länger als die vom Supermarkt, viel länger.
      es | Lucía R. | Preciosas | Llegaron antes de lo previsto y huelen de maravilla.
      ja | 花子 | とてもきれいでした | 母がとても喜んでいました。また注文します。
      ar | ليلى | رائعة | وصلت في الموعد والألوان أجمل من الصورة.
      """
    )
    + words(
      4...4,
      """
      en | Grace T. | Lovely, a little smaller than I thought | The colours are just as shown.
      en | Daniel P. | Good value | One stem was broken, and they sent another at once.
      fr | Manon V. | Très joli | J'aurais aimé un peu plus de feuillage.
      de | Sven K. | Sehr schön | Nur die Verpackung könnte sparsamer sein.
      es | Javier M. | Muy bien | El repartidor llamó a la puerta equivocada, pero todo llegó.
      ja | 健太 | 満足です | 少し小さめですが、長持ちしました。
      """
    )
    + words(
      1...3,
      """
      en | Ruth C. | Came a day late | Nice flowers, but the party was over.
      en | Ben A. | Not for me | They were thirsty when they arrived and did not recover.
      fr | Antoine G. | Déçu | La moitié des fleurs était fanée au bout de trois jours.
      de | Miriam F. | Geht so | Auf dem Bild sah es üppiger aus.
      ja | 由美 | 普通です | 届くのが遅かったです。
      """
    )

  private static func words(_ stars: ClosedRange<Int>, _ text: String) -> [ReviewWords] {
    text.split(separator: "\n").map { line in
      let parts = line.split(separator: " | ").map(String.init)
      guard parts.count == 4 else { preconditionFailure("a review was written wrongly: \(line)") }
      return ReviewWords(
        stars: stars,
        language: parts[0],
        author: parts[1],
        title: parts[2],
        text: parts[3]
      )
    }
  }
}
