// SPDX-License-Identifier: Apache-2.0

/// The initial categories.
enum CategorySeed {
  /// The date for products without a known history.
  static let opening: Int64 = 1_788_220_800

  static let titles: [(id: String, words: [String: String])] = [
    (
      "baskets",
      [
        "en": "Baskets", "fr": "Corbeilles", "de": "Körbe", "es": "Cestas", "ja": "バスケット",
        "ar": "سلال",
      ]
    ),
    (
      "bouquets",
      [
        "en": "Bouquets", "fr": "Bouquets", "de": "Sträuße", "es": "Ramos", "ja": "花束",
        "ar": "باقات",
      ]
    ),
    (
      "roses",
      ["en": "Roses", "fr": "Roses", "de": "Rosen", "es": "Rosas", "ja": "バラ", "ar": "ورود"]
    ),
    (
      "orchids",
      [
        "en": "Orchids", "fr": "Orchidées", "de": "Orchideen", "es": "Orquídeas", "ja": "蘭",
        "ar": "أوركيد",
      ]
    ),
    (
      "plants",
      [
        "en": "Plants", "fr": "Plantes", "de": "Pflanzen", "es": "Plantas", "ja": "鉢植え",
        "ar": "نباتات",
      ]
    ),
    (
      "wreaths",
      [
        "en": "Wreaths", "fr": "Couronnes", "de": "Kränze", "es": "Coronas", "ja": "リース",
        "ar": "أكاليل",
      ]
    ),
    (
      "weddings",
      [
        "en": "Weddings", "fr": "Mariages", "de": "Hochzeiten", "es": "Bodas",
        "ja": "ウェディング", "ar": "أعراس",
      ]
    ),
    (
      "gifts",
      [
        "en": "Gifts", "fr": "Cadeaux", "de": "Geschenke", "es": "Regalos", "ja": "ギフト",
        "ar": "هدايا",
      ]
    ),
  ]
}
