#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ring {

template <typename T>
class Buffer {
public:
  explicit Buffer(std::size_t capacity) : items_(capacity) {}

  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == items_.size(); }

  void push(T value) {
    if (full()) {
      throw std::overflow_error("ring is full");
    }
    items_[(head_ + size_) % items_.size()] = std::move(value);
    ++size_;
  }

  T pop() {
    if (empty()) {
      throw std::underflow_error("ring is empty");
    }
    T value = std::move(items_[head_]);
    head_ = (head_ + 1) % items_.size();
    --size_;
    return value;
  }

private:
  std::vector<T> items_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

template <typename T>
T sum(Buffer<T> &buffer) {
  T total{};
  while (!buffer.empty()) {
    total += buffer.pop();
  }
  return total;
}

}  // namespace ring
