describe("prices", () => {
  it("rounds up", () => {
    const price = quote({ sum: 9.995, currency: "EUR" });
    expect(price).toBe("10.00 €");
  });

  it("rounds down", () => {
    const price = quote({ sum: 9.994 });
    expect(price).toBe("9.99");
  });
});
