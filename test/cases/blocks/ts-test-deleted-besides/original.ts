describe("prices", () => {
  it("rounds up", () => {
    const price = quote({ sum: 9.995 });
    expect(price).toBe("10.00");
  });

  it("rounds down", () => {
    const price = quote({ sum: 9.994 });
    expect(price).toBe("9.99");
  });

  it("is never below zero", () => {
    expect(quote({ sum: -1 })).toBe("0.00");
  });
});
