export class Account {
  private balance = 0;

  deposit(amount: number): void {
    this.balance += amount;
  }

  withdraw(amount: number): boolean {
    if (amount > this.balance) {
      return false;
    }
    this.balance -= amount;
    return true;
  }

  statement(): string {
    return `Balance: ${this.balance.toFixed(2)}`;
  }
}
